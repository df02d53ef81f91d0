/** What the cards are called. */

import { words, type Key } from '../../i18n/generated/zipai';
import { sayer } from '../../i18n/index.svelte';
import { find } from '../../i18n/told';
import { settings } from '../../lib/settings.svelte';
import { glyphOf, numberOf, parseCards, type Kind } from './cards';

/** A card as it is read aloud: 三 and 叁 sound alike. */
export const cardName = (kind: Kind): string => sayer(words)(`spoken.${glyphOf(kind)}` as Key);

export const cardNames = (kinds: readonly Kind[]): string => kinds.map(cardName).join(' ');

/** A card within a sentence, for those who read it or do not. */
export const cardText = (kind: Kind): string => (find('language.numerals') === 'true' ? cardName(kind) : glyphOf(kind));

/** Cards as the server writes them: one by its name, a meld with its numbers beside it for those who want these. */
export function cardsShown(text: string): string {
  const each = text.split(' ').map((cards) => {
    const [first, ...others] = parseCards(cards);
    if (first === undefined) return cards;
    if (others.length === 0) return cardText(first);
    return settings.numerals ? `${cards} (${[first, ...others].map(numberOf).join(' ')})` : cards;
  });
  return each.join(' ');
}
