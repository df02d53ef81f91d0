/** Texts of the Gunzi table. */

import { parseCards, SIGNS } from '../../cards/card';
import { cardsInSentence, spokenCards, localRank } from '../../cards/cardNames';
import { words, type Key } from '../../i18n/generated/gunzi';
import { translator } from '../../i18n/index.svelte';
import { cardsOfArg } from '../../i18n/serverMessages';
import type { Speech } from '../../table/familyTexts';
import type { TranslatableText } from '../../wire/types';

export const g = translator(words);

/** The text for a code, from one of the catalogue's tables. */
export const textFor = (table: string, code: string): string => g(`${table}.${code}` as Key);

const SIZES: Readonly<Record<string, number>> = { 'play.single': 1, 'play.pair': 2, 'play.triple': 3, 'play.quad': 4 };

/** A play in a few characters: ♠QQ. */
function playLabel({ key, args = {} }: TranslatableText): string {
  const cards = parseCards(cardsOfArg(args.card ?? args.cards));
  const [first] = cards;
  if (!first) return '';
  const times = SIZES[key];
  const ranks = times ? localRank(first.rank).repeat(times) : cards.map(({ rank }) => localRank(rank)).join('');
  const sign = first.suit && cards.every(({ suit }) => suit === first.suit) ? SIGNS[first.suit] : '';
  return `${sign}${ranks}`;
}

export const speech: Speech = {
  words,
  shown: cardsInSentence,
  spoken: spokenCards,
  moments: { 'play.quad': 'bomb', 'event.trick_taken': 'mark' },
  played: { key: 'event.cards_played', label: playLabel },
};
