/** The size of the small cards that show a choice. */

import { PLAYING_CARD, type Family } from '../../games/family';

/** The width of a card in px, and the maximum number of cards of a choice that are drawn. */
export const CHOICE_CARD = 26;
export const MOST_CARDS = 6;

/** The width in px that the cards need of the choice with most cards. */
export function choiceWidth(family: Family, choices: readonly { readonly cards?: readonly string[] }[]): number {
  const { visible } = family.cardShape ?? PLAYING_CARD;
  const widest = Math.max(0, ...choices.map(({ cards = [] }) => Math.min(MOST_CARDS, cards.length)));
  return CHOICE_CARD * (1 + visible * Math.max(0, widest - 1));
}
