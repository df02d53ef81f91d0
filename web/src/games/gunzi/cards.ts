/** Gunzi cards as a hand shows them: by trumps and suits, in the order the server gives. */

import { parseCards, rankLabel, SIGNS, type Card, type Suit } from '../../cards/card';
import type { HeldCard } from '../../hand/selection';
import type { Order } from '../../lib/settings.svelte';

const LEVELS = '23456789TJQKA';

/** The display form of a level. */
export const levelText = (level: number): string => rankLabel(LEVELS[level - 2] ?? '');

/** The hand's cards with their groups: trumps first, each group from high to low. */
export const heldCards = (groups: readonly string[]): HeldCard[] =>
  groups.flatMap((cards, group) => parseCards(cards).map((card) => ({ ...card, group })));

/** In the server's order, or within each group by count with the largest sets on the left. */
export function arrange(cards: readonly HeldCard[], order: Order): HeldCard[] {
  if (order === 'rank') return [...cards];
  const counts = new Map<string, number>();
  for (const { text } of cards) counts.set(text, (counts.get(text) ?? 0) + 1);
  const setOf = ({ text }: Card): number => counts.get(text) ?? 0;
  return [...cards].sort((a, b) => (a.group ?? 0) - (b.group ?? 0) || setOf(b) - setOf(a));
}

/** The cards an action's text plays: `play 8s 8s`, `bury Bj 3s`, `pay Rj`. */
export const cardsOf = (action: string): Card[] => parseCards(action.slice(action.indexOf(' ') + 1));

export const suitSign = (suit: string): string => SIGNS[suit as Suit] ?? '';
