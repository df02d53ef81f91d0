/** The arrangement of the hand before the player moves cards. */

import type { HeldCard } from '../../hand/selection';
import { cardOf, cardsOf, numberOf, type Kind } from './cards';

interface ServerGroup {
  readonly way: string;
  readonly cards: readonly Kind[];
}

const withGroupNumbers = (groups: readonly (readonly Kind[])[]): HeldCard[] =>
  groups.flatMap((kinds, group) => kinds.map((kind) => ({ ...cardOf(kind), group })));

/** Groups the cards by number: a small and a big card of the same number are in one group. */
function byNumber(kinds: readonly Kind[]): Kind[][] {
  const groups = new Map<number, Kind[]>();
  for (const kind of kinds) groups.set(numberOf(kind), [...(groups.get(numberOf(kind)) ?? []), kind]);
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

/**
 * The cards in the server's groups, with all single cards in one last group. Without groups from the server, cards are
 * grouped by number.
 */
export function groupHand(counts: readonly number[], serverGroups: readonly ServerGroup[] | null): HeldCard[] {
  if (!serverGroups) return withGroupNumbers(byNumber(cardsOf(counts)));
  const single = serverGroups.filter((group) => group.way === 'single').flatMap((group) => group.cards);
  return withGroupNumbers([
    ...serverGroups.filter((group) => group.way !== 'single').map((group) => group.cards),
    single,
  ]);
}
