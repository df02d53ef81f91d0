/** Renders the server's translatable texts as sentences in the reader's language. */

import { settings } from '../lib/settings.svelte';
import type { TranslatableText } from '../wire/types';
import { words as common } from './generated/common';
import { fill, joinList, number } from './index.svelte';
import { textForLanguage, type Catalogue } from './languages';

export type Arg = NonNullable<TranslatableText['args']>[string];

/** The cards that an argument names, as the server writes them. Empty if it names none. */
export const cardsOfArg = (arg: Arg | undefined): string =>
  typeof arg === 'object' && !Array.isArray(arg) && arg.type === 'cards' ? arg.cards : '';

/** What is needed to write a text: the catalogue to look it up in, and the names of seats and cards. */
export interface TextContext {
  /** The catalogue of the family. Keys that are not in it are looked up in the common catalogue. */
  readonly words?: Catalogue;
  /** Names by seat. Left out for a text that is about no seat. */
  readonly names?: readonly string[];
  /** The reader's own seat. */
  readonly you?: number | null;
  /** Writes the cards in a sentence. Left out if the names in the catalogue are enough. */
  readonly cards?: (text: string) => string;
}

/** The text for a key, from the family's catalogue or else from the common one. */
export const findText = (key: string, words: Catalogue = {}): string | undefined =>
  textForLanguage(settings.language, words, key) ?? textForLanguage(settings.language, common as Catalogue, key);

const keyAsWords = (key: string): string => key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ');

const cardName = (card: string, words: Catalogue | undefined): string =>
  findText(`card.${card}`, words) ?? [...card].map((letter) => findText(`card.${letter}`, words) ?? letter).join('');

function cardsText(text: string, { words, cards }: TextContext): string {
  if (text === '') return findText('card.none', words) ?? '';
  if (cards) return cards(text);
  const each = text.split(' ').map((card) => cardName(card, words));
  return each.join(' ');
}

/** The word by which a sentence addresses the reader. */
export const addressWord = (): string => findText('seat.you') ?? '';

function formatArg(arg: Arg, context: TextContext): string {
  if (Array.isArray(arg)) return joinList(arg.map((one) => formatArg(one, context)));
  if (typeof arg === 'number') return number(arg);
  if (typeof arg === 'string') return arg;
  switch (arg.type) {
    case 'seat':
      return arg.seat === context.you ? addressWord() : (context.names?.[arg.seat] ?? '');
    case 'cards':
      return cardsText(arg.cards, context);
    case 'words':
      return fillText(arg, context);
  }
}

/**
 * Fills the arguments into a text. If a key has no text, the result is the last part of the key, followed by the
 * arguments.
 */
function fillText({ key, args = {} }: TranslatableText, context: TextContext): string {
  const values = Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, formatArg(arg, context)]));
  const sentence = findText(key, context.words);
  return sentence === undefined ? [keyAsWords(key), ...Object.values(values)].join(' ') : fill(sentence, values);
}

/** Renders a text as a sentence. It starts with a capital unless it starts with a player's name. */
export function renderMessage(text: TranslatableText, context: TextContext = {}): string {
  const sentence = fillText(text, context);
  return context.names?.some((name) => name !== '' && sentence.startsWith(name)) ? sentence : capital(sentence);
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * The part of a ruleset's title that distinguishes it within its family, which is the last part: of `Dou Dizhu · bid
 * 1–3` it is `Bid 1–3`.
 */
export const titleWithinFamily = (title: string): string => capital(title.split(' · ').at(-1) ?? '');
