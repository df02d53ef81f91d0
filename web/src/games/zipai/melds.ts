/** Melds as they lie, with what the viewer may know of those face down. */

import type { Kind } from './cards';
import type { Meld } from './types';

/** One card of a meld that lies: null where the viewer may not know it. `down`: it lies on its face. */
export interface Tile {
  readonly kind: Kind | null;
  readonly down: boolean;
}

export interface MeldScene {
  readonly way: Meld['way'];
  readonly tiles: readonly Tile[];
}

const SIZE: Partial<Record<Meld['way'], number>> = { dragon: 4, open: 4 };

/** `hidden`: the kinds of those face down, where the viewer knows them. */
export function meldsOf(
  melds: readonly Meld[],
  hidden: readonly Kind[] | null | undefined,
  shown = false,
): MeldScene[] {
  const unknown = [...(hidden ?? [])];
  return melds.map((meld) => {
    const down = meld.way === 'hide' || meld.way === 'dragon';
    const kind = meld.cards ? null : down ? (unknown.shift() ?? null) : null;
    const cards = meld.cards ?? Array.from({ length: SIZE[meld.way] ?? 3 }, () => kind);
    const isDown = (at: number): boolean => !shown && (down || (meld.way === 'dead' && at > 0));
    return { way: meld.way, tiles: cards.map((card, at) => ({ kind: card, down: isDown(at) })) };
  });
}
