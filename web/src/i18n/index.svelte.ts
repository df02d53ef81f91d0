/**
 * Texts in the reader's language: the texts of the pages by their key, and those of the server by the keys of its
 * catalogue.
 */

import { settings } from '../lib/settings.svelte';
import { words as common } from './generated/common';
import { words as pages, type Key } from './generated/pages';
import { valueForLanguage, textForLanguage, type Catalogue } from './languages';

export type { Key } from './generated/pages';

export type Values = Readonly<Record<string, string | number>>;

export const fill = (sentence: string, values: Values): string =>
  sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));

/** Returns a function that formats texts of one catalogue. */
export const translator =
  <K extends string>(words: Catalogue<K>) =>
  (key: K, values: Values = {}): string =>
    fill(textForLanguage(settings.language, words, key) ?? key, values);

export const t = translator(pages);
const c = translator(common);

export const isKey = (key: string): key is Key => textForLanguage('', pages, key as Key) !== undefined;

/**
 * Returns a title or sentence in the reader's language. If it is missing there, returns it in English or, if that is
 * missing too, in any language.
 */
export const localizedText = (title: Readonly<Record<string, string>>): string =>
  valueForLanguage(settings.language, title) ?? '';

/** Joins names with the list separator of the language. */
export const joinList = (names: readonly string[]): string => names.join(c('list.comma'));

/** Joins sentences with the semicolon of the language. */
export const joinSentences = (sentences: readonly string[]): string => sentences.join(c('list.semicolon'));

/**
 * Formatters by language and notation. They are cached, because creating one takes longer than drawing most of a player
 * panel.
 */
const NUMBERS = new Map<string, Intl.NumberFormat>();

function formatNumber(value: number, notation: 'standard' | 'compact'): string {
  const tag = c('language.tag');
  const key = `${tag} ${notation}`;
  const format = NUMBERS.get(key) ?? new Intl.NumberFormat(tag, { notation, maximumFractionDigits: 1 });
  NUMBERS.set(key, format);
  return format.format(value).replace('-', '−');
}

export const number = (value: number): string => formatNumber(value, 'standard');

/** A large number in short form, for places with little room. */
export const compactNumber = (value: number): string => formatNumber(value, value < 10_000 ? 'standard' : 'compact');

/** A number with its sign. */
export const signedNumber = (value: number): string => (value > 0 ? `+${number(value)}` : number(value));

/** A date in the language's short form. */
export const shortDate = (then: number): string =>
  new Intl.DateTimeFormat(c('language.tag'), { month: 'short', day: 'numeric' }).format(then);

export function timeAgo(then: number, now = Date.now()): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return t('time.now');
  if (minutes < 60) return t('time.minutes', { n: minutes });
  if (minutes < 24 * 60) return t('time.hours', { n: Math.floor(minutes / 60) });
  return t('time.days', { n: Math.floor(minutes / 1440) });
}
