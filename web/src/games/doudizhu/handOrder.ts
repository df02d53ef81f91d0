import { rankPower, type Card } from '../../cards/card';
import type { Order } from '../../lib/settings.svelte';

const SUIT_ORDER = 'shcd';

const suitIndex = (card: Card): number => (card.suit === null ? -1 : SUIT_ORDER.indexOf(card.suit));

const byRank = (a: Card, b: Card): number => rankPower(b) - rankPower(a) || suitIndex(a) - suitIndex(b);

/**
 * Sorts a hand: by rank from high to low with wild cards first, or by number of equal ranks, with bombs first and
 * single cards last.
 */
export function arrange(cards: readonly Card[], order: Order, wild: string | null): Card[] {
  const counts = new Map<string, number>();
  for (const { rank } of cards) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const groupOf = (card: Card): number => (order === 'group' ? (counts.get(card.rank) ?? 0) : 0);
  const isWild = (card: Card): number => Number(card.rank === wild);
  return [...cards].sort((a, b) => isWild(b) - isWild(a) || groupOf(b) - groupOf(a) || byRank(a, b));
}
