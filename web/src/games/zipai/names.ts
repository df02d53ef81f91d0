/** What the cards are called. */

import { t } from '../../i18n/index.svelte';
import { settings } from '../../lib/settings.svelte';
import { glyphOf, isBig, NUMERALS, numberOf, type Kind } from './cards';

/** A card as it is read aloud: 三 and 叁 sound alike. */
export const cardName = (kind: Kind): string =>
  t(isBig(kind) ? 'zipai.big' : 'zipai.small', { n: settings.language === 'zh' ? glyphOf(kind) : numberOf(kind) });

export const cardNames = (kinds: readonly Kind[]): string => kinds.map(cardName).join(' ');

/** A card within a sentence. */
export const cardText = (kind: Kind): string => (settings.language === 'zh' ? glyphOf(kind) : cardName(kind));

/** Cards of a text of the server's, with their numbers beside them for those who want these. */
export function spelled(text: string): string {
  const numbers = [...text].map((letter) => NUMERALS.indexOf(letter)).filter((kind) => kind >= 0);
  return settings.numerals && numbers.length > 0 ? `${text} (${numbers.map(numberOf).join(' ')})` : text;
}
