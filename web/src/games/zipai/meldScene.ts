/** The melds on the table, as far as the viewer may know them. */

import type { Kind } from './cards';
import { facts, type Meld } from './types';

/** One card of a meld. `kind` is null if the viewer may not know it; `down` says whether the card lies face down. */
export interface Tile {
  readonly kind: Kind | null;
  readonly down: boolean;
}

export interface MeldScene {
  readonly way: Meld['way'];
  readonly tiles: readonly Tile[];
}

/** For each concealed way to make a meld, the number of its cards that lie face down. */
const FACE_DOWN: Partial<Record<Meld['way'], number>> = facts.face_down;

/** The melds as the table draws them. `hidden` has the kinds of the face-down cards, if the viewer knows them. */
export function meldsOf(
  melds: readonly Meld[],
  hidden: readonly Kind[] | null | undefined,
  shown = false,
): MeldScene[] {
  const unknown = [...(hidden ?? [])];
  return melds.map((meld) => {
    const size = FACE_DOWN[meld.way] ?? 0;
    const kind = meld.cards ? null : (unknown.shift() ?? null);
    const cards = meld.cards ?? Array.from({ length: size }, () => kind);
    const isDown = (at: number): boolean => !shown && (size > 0 || (meld.way === 'dead' && at > 0));
    return { way: meld.way, tiles: cards.map((card, at) => ({ kind: card, down: isDown(at) })) };
  });
}
