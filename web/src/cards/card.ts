/** Cards as the server writes them: `Ts`, `3h`, `Bj` (small joker), `Rj` (big joker). */

export type Suit = 's' | 'h' | 'c' | 'd';

export const RANKS = '3456789TJQKA2BR';
const CARD = /([3-9TJQKA2])([shcd])|([BR])j/g;

export interface Card {
  readonly text: string;
  /** One of RANKS. */
  readonly rank: string;
  /** Null for a joker. */
  readonly suit: Suit | null;
}

/** Parses a string of concatenated cards; returns them in the order of the string. */
export function parseCards(text: string): Card[] {
  return [...text.matchAll(CARD)].map(([match, rank, suit, joker]) => ({
    text: match,
    rank: rank ?? joker ?? '',
    suit: (suit as Suit | undefined) ?? null,
  }));
}

/** The inverse of `parseCards`. */
export const cardsText = (cards: readonly Pick<Card, 'text'>[]): string => cards.map((card) => card.text).join('');

export const rankPower = (card: Card): number => RANKS.indexOf(card.rank);

export const isRed = (card: Card): boolean => card.suit === 'h' || card.suit === 'd' || card.rank === 'R';

/** Below this width in px a card is drawn with fewer and larger signs. */
export const SMALL = 44;

export const isCourt = (card: Card): boolean => 'JQK'.includes(card.rank);

export const SIGNS: Readonly<Record<Suit, string>> = { s: '♠', h: '♥', c: '♣', d: '♦' };

/** The corner label of a rank. */
export const rankLabel = (rank: string): string => (rank === 'T' ? '10' : rank);

/** All 54 cards of a pack, with both jokers. */
export const DECK: readonly Card[] = parseCards(
  [...RANKS].flatMap((rank) => ('BR'.includes(rank) ? [`${rank}j`] : [...'shcd'].map((suit) => rank + suit))).join(''),
);
