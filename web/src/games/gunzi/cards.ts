/** Gunzi cards as a hand shows them: trumps first, then suit by suit, in the order that the server gives. */

import { parseCards, rankLabel, SIGNS, type Card, type Suit } from '../../cards/card';
import type { HeldCard } from '../../hand/selection';
import type { Order } from '../../lib/settings.svelte';

const LEVELS = '23456789TJQKA';

/** A level as the reader sees it, as the rank it stands for. */
export const levelText = (level: number): string => rankLabel(LEVELS[level - 2] ?? '');

/**
 * The cards of a hand with the numbers of their groups. The first group has the trumps; each group is sorted from high
 * to low.
 */
export const heldCards = (groups: readonly string[]): HeldCard[] =>
  groups.flatMap((cards, group) => parseCards(cards).map((card) => ({ ...card, group })));

/**
 * Sorts a hand in the server's order, or within each group by number of identical cards, the largest sets on the left.
 */
export function arrange(cards: readonly HeldCard[], order: Order): HeldCard[] {
  if (order === 'rank') return [...cards];
  const counts = new Map<string, number>();
  for (const { text } of cards) counts.set(text, (counts.get(text) ?? 0) + 1);
  const copiesOf = ({ text }: Card): number => counts.get(text) ?? 0;
  return [...cards].sort((a, b) => (a.group ?? 0) - (b.group ?? 0) || copiesOf(b) - copiesOf(a));
}

/** The cards that an action's text names: `play 8s 8s`, `bury Bj 3s`, `pay Rj`. */
export const cardsOf = (action: string): Card[] => parseCards(action.slice(action.indexOf(' ') + 1));

export const suitSign = (suit: string): string => SIGNS[suit as Suit] ?? '';
