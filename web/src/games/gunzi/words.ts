/** Texts of the Gunzi table. */

import { cardsShown, cardsSpoken } from '../../cards/cardNames';
import { words, type Key } from '../../i18n/generated/gunzi';
import { sayer } from '../../i18n/index.svelte';
import type { Speech } from '../../table/speech';

export const g = sayer(words);

/** The text for a code in a table of the catalogue. */
export const coded = (table: string, code: string): string => g(`${table}.${code}` as Key);

export const speech: Speech = {
  words,
  shown: cardsShown,
  spoken: cardsSpoken,
  moments: { 'play.quad': 'bomb', 'event.trick_taken': 'mark' },
};
