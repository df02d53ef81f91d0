/** Texts of the Zi Pai table. */

import { words, type Key } from '../../i18n/generated/zipai';
import { translator } from '../../i18n/index.svelte';
import type { Speech } from '../../table/familyTexts';
import { parseCards } from './cards';
import { cardNames, cardsInSentence } from './cardNames';

export const z = translator(words);

/** The text for a code, from one of the catalogue's tables. */
export const textFor = (table: string, code: string): string => z(`${table}.${code}` as Key);

export const speech: Speech = {
  words,
  shown: cardsInSentence,
  spoken: (text) => cardNames(parseCards(text)),
  moments: {
    'pile.pong': 'mark',
    'pile.hide': 'mark',
    'pile.open': 'bomb',
    'pile.dragon': 'bomb',
    'event.hand_won': 'win',
  },
};
