/** The languages there are: the folders of the catalogue. What one of them lacks is read in English. */

import { words as common } from './generated/common';

/** Words by language, then by key. */
export type Words<K extends string = string> = Readonly<Record<string, Readonly<Partial<Record<K, string>>>>>;

export const FALLBACK = 'en';

export const languages: readonly string[] = Object.keys(common);

export const wordIn = <K extends string>(language: string, words: Words<K>, key: K): string | undefined =>
  words[language]?.[key] ?? words[FALLBACK]?.[key];

/** One of several by language: the language's own, else English, else whatever there is. */
export const oneIn = <T>(language: string, each: Readonly<Record<string, T>>): T | undefined =>
  each[language] ?? each[FALLBACK] ?? Object.values(each)[0];

/** The language for a tag like `zh-Hant-TW`. */
export function nearest(tag: string, among: readonly string[] = languages): string {
  const parts = tag.toLowerCase().split('-');
  const wider = parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
  return wider.map((one) => among.find((language) => language.toLowerCase() === one)).find(Boolean) ?? FALLBACK;
}
