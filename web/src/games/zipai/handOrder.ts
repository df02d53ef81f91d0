/** The hand in its default arrangement; the player may move the cards. */

import type { HeldCard } from '../../hand/selection';
import { cardOf, cardsOf, numberOf, type Kind } from './cards';

interface ServerGroup {
  readonly way: string;
  readonly cards: readonly Kind[];
}

const withGroupNumbers = (groups: readonly (readonly Kind[])[]): HeldCard[] =>
  groups.flatMap((kinds, group) => kinds.map((kind) => ({ ...cardOf(kind), group })));

/** Groups cards of equal number, small and big together. */
function byNumber(kinds: readonly Kind[]): Kind[][] {
  const groups = new Map<number, Kind[]>();
  for (const kind of kinds) groups.set(numberOf(kind), [...(groups.get(numberOf(kind)) ?? []), kind]);
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

/** The server's groups, with all single cards in one last group. Without groups, by number. */
export function groupHand(counts: readonly number[], serverGroups: readonly ServerGroup[] | null): HeldCard[] {
  if (!serverGroups) return withGroupNumbers(byNumber(cardsOf(counts)));
  const single = serverGroups.filter((group) => group.way === 'single').flatMap((group) => group.cards);
  return withGroupNumbers([
    ...serverGroups.filter((group) => group.way !== 'single').map((group) => group.cards),
    single,
  ]);
}
