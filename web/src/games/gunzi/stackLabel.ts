/** The accessible names of the stacks in the hand. */

import { cardName } from '../../cards/cardNames';
import type { CardStack } from '../../hand/cardStacks';
import { g } from './texts';

/** The accessible name of a stack: its card, how many copies it has and how many of them are selected. */
export function stackLabel({ cards }: CardStack, taken: number): string {
  const card = cardName(cards[0]!);
  const count = cards.length;
  if (count === 1) return card;
  return taken > 0 ? g('table.stack_taken', { card, count, taken }) : g('table.stack', { card, count });
}
