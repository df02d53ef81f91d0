/** The languages there are: the folders of the catalogue. What one of them lacks is read in English. */

import { about } from './generated/about';

/** Words by language, then by key. */
export type Catalogue<K extends string = string> = Readonly<
  Record<string, Readonly<Partial<Record<K, string>>> | undefined>
>;

export const FALLBACK = 'en';

interface About {
  readonly name: string;
  /** For the browser: `zh-CN`. */
  readonly tag: string;
  /** Whether Chinese numerals on cards want Arabic ones beside them. */
  readonly numerals: boolean;
}

const ABOUT: Readonly<Record<string, About>> = about;

export const languages: readonly string[] = Object.keys(ABOUT);

/** What is known of a language that need not be read yet. */
export const aboutOf = (language: string): About => ABOUT[language] ?? ABOUT[FALLBACK]!;

export const wordIn = <K extends string>(language: string, words: Catalogue<K>, key: K): string | undefined =>
  words[language]?.[key] ?? words[FALLBACK]?.[key] ?? Object.values(words).find((some) => some?.[key])?.[key];

/** One of several by language: the language's own, else English, else whatever there is. */
export const oneIn = <T>(language: string, each: Readonly<Record<string, T | undefined>>): T | undefined =>
  each[language] ?? each[FALLBACK] ?? Object.values(each).find((one) => one !== undefined);

/** The language for a tag like `zh-Hant-TW`. */
export function nearest(tag: string, among: readonly string[] = languages): string {
  const parts = tag.toLowerCase().split('-');
  const wider = parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
  return wider.map((one) => among.find((language) => language.toLowerCase() === one)).find(Boolean) ?? FALLBACK;
}
