/** What the cards of the hand are called. */

import { cardName } from '../../cards/cardNames';
import type { Slot } from '../../hand/slots';
import { g } from './words';

/** Identical cards of the hand: how many there are, how many are chosen. */
export function stackLabel({ cards }: Slot, taken: number): string {
  const card = cardName(cards[0]!);
  const count = cards.length;
  if (count === 1) return card;
  return taken > 0 ? g('table.stack_taken', { card, count, taken }) : g('table.stack', { card, count });
}
