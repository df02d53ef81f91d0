import { listed, t } from '../i18n/index.svelte';
import { rankLabel, type Card } from './card';

/** A card as one says it. */
export function cardName(card: Card): string {
  if (card.suit === null) return t(card.rank === 'R' ? 'card.R' : 'card.B');
  return t('card.name', { suit: t(`card.${card.suit}`), rank: rankLabel(card.rank) });
}

export const cardNames = (cards: readonly Card[]): string => listed(cards.map(cardName));
