import { rankPower, RANKS, type Card } from '../../cards/card';
import type { Order } from '../../lib/settings.svelte';
import type { State } from './types';

const SUIT_ORDER = 'shcd';

const suitIndex = (card: Card): number => (card.suit === null ? -1 : SUIT_ORDER.indexOf(card.suit));

const byRank = (a: Card, b: Card): number => rankPower(b) - rankPower(a) || suitIndex(a) - suitIndex(b);

/** The wild ranks that are known so far, as the letters of the cards. */
export const wildRanks = (view: State | null): readonly string[] =>
  [view?.public.wild, view?.public.second_wild].flatMap((rank) => (rank == null ? [] : [RANKS[rank] ?? '']));

/**
 * Sorts a hand by rank from high to low, or by number of equal ranks with bombs first. In both orders wild cards come
 * first.
 */
export function arrange(cards: readonly Card[], order: Order, wilds: readonly string[]): Card[] {
  const counts = new Map<string, number>();
  for (const { rank } of cards) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const groupOf = (card: Card): number => (order === 'group' ? (counts.get(card.rank) ?? 0) : 0);
  const isWild = (card: Card): number => Number(wilds.includes(card.rank));
  return [...cards].sort((a, b) => isWild(b) - isWild(a) || groupOf(b) - groupOf(a) || byRank(a, b));
}
