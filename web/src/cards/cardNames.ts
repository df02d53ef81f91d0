/** Names of cards, as shown in a sentence and as spoken by screen readers. */

import { joinList, t } from '../i18n/index.svelte';
import { findText } from '../i18n/serverMessages';
import { parseCards, rankLabel, SIGNS, type Card } from './card';

/** A card's spoken name. */
export function cardName(card: Card): string {
  if (card.suit === null) return jokerName(card.rank);
  return t('card.name', { suit: t(`card.${card.suit}`), rank: rankLabel(card.rank) });
}

const jokerName = (rank: string): string => findText(`card.${rank}`) ?? rank;

export const cardNames = (cards: readonly Card[]): string => joinList(cards.map(cardName));

/** The rank as the reader sees it, for a rank that the server wrote. */
export const localRank = (rank: string): string => (rank === 'B' || rank === 'R' ? jokerName(rank) : rankLabel(rank));

/** The short form of a rank or card: 10, ♠10, 大王. */
function shortName(text: string): string {
  const [card] = parseCards(text);
  return (card?.suit ? SIGNS[card.suit] : '') + localRank(card?.rank ?? text);
}

const splitCards = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/**
 * Cards as shown in a sentence: ♠7×2 ♥K 大王. If there are more than `most` kinds, it shows `most` of them, and the
 * number of all cards.
 */
export function cardsInSentence(text: string, most = Infinity): string {
  const counts = new Map<string, number>();
  for (const card of splitCards(text)) counts.set(card, (counts.get(card) ?? 0) + 1);
  const labels = [...counts].map(([card, count]) => (count > 1 ? `${shortName(card)}×${count}` : shortName(card)));
  if (counts.size <= most) return labels.join(' ');
  return t('card.more', { cards: labels.slice(0, most - 1).join(' '), n: splitCards(text).length });
}

/** The cards in a text from the server, as screen readers speak them. None is left out. */
export const spokenCards = (text: string): string =>
  joinList(splitCards(text).map((word) => (parseCards(word)[0] ? cardName(parseCards(word)[0]!) : shortName(word))));
