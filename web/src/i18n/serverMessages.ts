/** What the server tells as a key and what fills it, as a sentence in the reader's language. */

import { settings } from '../lib/settings.svelte';
import type { TranslatableText } from '../wire/types';
import { words as common } from './generated/common';
import { fill, listed, number } from './index.svelte';
import { wordIn, type Words } from './languages';

type Arg = NonNullable<TranslatableText['args']>[string];

/** Whose words are taken, and what seats and cards are called. */
export interface Tongue {
  /** A family's; then the common ones. */
  readonly words: Words;
  /** Who sits there, by seat. */
  readonly names: readonly string[];
  /** The reader's own seat. */
  readonly you: number | null;
  /** Cards in a sentence, where the catalogue's names for them will not do. */
  readonly cards?: (text: string) => string;
}

/** The words of a key: a family's own, else the common ones. */
export const find = (key: string, words: Words = {}): string | undefined =>
  wordIn(settings.language, words, key) ?? wordIn(settings.language, common as Words, key);

const plain = (key: string): string => key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ');

const cardIn = (card: string, words: Words): string =>
  find(`card.${card}`, words) ?? [...card].map((letter) => find(`card.${letter}`, words) ?? letter).join('');

function cardsIn(text: string, { words, cards }: Tongue): string {
  if (text === '') return find('card.none', words) ?? '';
  if (cards) return cards(text);
  const each = text.split(' ').map((card) => cardIn(card, words));
  return each.join(' ');
}

/** What the reader is called within a sentence. */
export const youIn = (): string => find('seat.you') ?? '';

function put(arg: Arg, tongue: Tongue): string {
  if (Array.isArray(arg)) return listed(arg.map((one) => put(one, tongue)));
  if (typeof arg === 'number') return number(arg);
  if (typeof arg === 'string') return arg;
  switch (arg.type) {
    case 'seat':
      return arg.seat === tongue.you ? youIn() : (tongue.names[arg.seat] ?? '');
    case 'cards':
      return cardsIn(arg.cards, tongue);
    case 'words':
      return filled(arg, tongue);
  }
}

/** A key that nobody has words for is shown by its last part, with what was to fill it. */
function filled({ key, args = {} }: TranslatableText, tongue: Tongue): string {
  const values = Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, put(arg, tongue)]));
  const sentence = find(key, tongue.words);
  return sentence === undefined ? [plain(key), ...Object.values(values)].join(' ') : fill(sentence, values);
}

/** As a sentence, which begins with a capital unless it begins with somebody's name. */
export function tell(told: TranslatableText, tongue: Tongue): string {
  const said = filled(told, tongue);
  return tongue.names.some((name) => name !== '' && said.startsWith(name)) ? said : capital(said);
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What tells a ruleset's title from those of its family, where the family's own stands beside it: `Dou Dizhu · bid 1–3`. */
export const ownTitle = (title: string): string => capital(title.split(' · ').at(-1) ?? '');
