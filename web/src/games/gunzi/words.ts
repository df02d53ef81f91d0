/** Texts of the Gunzi table. */

import { cardsShown, cardsSpoken } from '../../cards/cardNames';
import { words, type Key } from '../../i18n/generated/gunzi';
import { translator } from '../../i18n/index.svelte';
import type { Speech } from '../../table/speech';

export const g = translator(words);

/** The text for a code in a table of the catalogue. */
export const textFor = (table: string, code: string): string => g(`${table}.${code}` as Key);

export const speech: Speech = {
  words,
  shown: cardsShown,
  spoken: cardsSpoken,
  moments: { 'play.quad': 'bomb', 'event.trick_taken': 'mark' },
};
