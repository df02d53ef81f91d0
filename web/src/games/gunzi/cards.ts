/** Gunzi cards as a hand shows them: by trumps and suits, high ones left. It sorts for the eye, and decides nothing. */

import { parseCards, rankLabel, type Card } from '../../cards/card';
import type { Order } from '../../lib/settings.svelte';

/** A card with its place in the hand: the group it stands in (0: trumps) and how high. */
export interface Placed extends Card {
  readonly group: number;
  readonly power: number;
}

const LEVELS = '23456789TJQKA';
const SUITS = 'shcd';

/** The rank of a level, 2 to 14. */
export const rankOfLevel = (level: number): string => LEVELS[level - 2] ?? '';

/** A level as people write it. */
export const levelText = (level: number): string => rankLabel(rankOfLevel(level));

const suitAt = (card: Card): number => (card.suit === null ? 0 : SUITS.indexOf(card.suit));

function powerOf(card: Card, level: number, call: string | null): number {
  if (card.suit === null) return card.rank === 'R' ? 100 : 99;
  const main = Number(card.suit === call);
  if (card.rank === rankOfLevel(level)) return 50 + main;
  if (card.rank === '2') return 40 + main;
  return 20 * main + LEVELS.indexOf(card.rank);
}

/** `call`: what is trumps; null or `none`: only jokers, level cards and 2s. */
export function placed(cards: readonly Card[], level: number, call: string | null): Placed[] {
  return cards.map((card) => {
    const power = powerOf(card, level, call);
    return { ...card, power, group: power >= 20 ? 0 : 1 + suitAt(card) };
  });
}

const groupOf = (card: Card): number => ('group' in card ? (card as Placed).group : 0);
const heightOf = (card: Card): number => ('power' in card ? (card as Placed).power : 0);

/** Trumps first, then the suits; in each the high cards left, or by count the large sets left. */
export function arrange(cards: readonly Card[], order: Order): Card[] {
  const counts = new Map<string, number>();
  for (const { text } of cards) counts.set(text, (counts.get(text) ?? 0) + 1);
  const setOf = (card: Card): number => (order === 'group' ? (counts.get(card.text) ?? 0) : 0);
  return [...cards].sort(
    (a, b) =>
      groupOf(a) - groupOf(b) ||
      setOf(b) - setOf(a) ||
      heightOf(b) - heightOf(a) ||
      suitAt(a) - suitAt(b) ||
      a.text.localeCompare(b.text),
  );
}

const SIGNS: Record<string, string> = { s: '♠', h: '♥', c: '♣', d: '♦' };

/** ♠7×2 ♥K 大王: as one reads cards in a sentence. */
export function readable(text: string): string {
  const counts = new Map<string, number>();
  for (const card of parseCards(text)) counts.set(card.text, (counts.get(card.text) ?? 0) + 1);
  return [...counts]
    .map(([card, count]) => {
      const [one] = parseCards(card);
      const name = one?.suit ? `${SIGNS[one.suit]}${rankLabel(one.rank)}` : one?.rank === 'R' ? '大王' : '小王';
      return count > 1 ? `${name}×${count}` : name;
    })
    .join(' ');
}

/** The cards that an action's text puts down: `play 8s 8s`, `bury Bj 3s`, `pay Rj`. */
export const cardsOf = (action: string): Card[] => parseCards(action.slice(action.indexOf(' ') + 1));

export const suitSign = (suit: string): string => SIGNS[suit] ?? '';
