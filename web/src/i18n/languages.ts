/**
 * The available languages, which are the folders of the catalogue. A text that is missing in a language is shown in
 * English.
 */

import { about } from './generated/about';

/** Texts by language, then by key. */
export type Catalogue<K extends string = string> = Readonly<
  Record<string, Readonly<Partial<Record<K, string>>> | undefined>
>;

export const FALLBACK = 'en';

interface About {
  readonly name: string;
  /** The BCP 47 tag for the browser: `zh-CN`. */
  readonly tag: string;
  /** Whether readers need Arabic numerals next to the Chinese numerals on cards. */
  readonly numerals: boolean;
}

const ABOUT: Readonly<Record<string, About>> = about;

export const languages: readonly string[] = Object.keys(ABOUT);

/** The language that follows in the list. The first follows the last. */
export const nextLanguage = (language: string): string =>
  languages[(languages.indexOf(language) + 1) % languages.length]!;

/** Facts about a language that are known before its texts are loaded. */
export const languageInfo = (language: string): About => ABOUT[language] ?? ABOUT[FALLBACK]!;

export const textForLanguage = <K extends string>(language: string, words: Catalogue<K>, key: K): string | undefined =>
  words[language]?.[key] ?? words[FALLBACK]?.[key] ?? Object.values(words).find((some) => some?.[key])?.[key];

/** The value for a language or, without one, for English; otherwise any value. */
export const valueForLanguage = <T>(language: string, each: Readonly<Record<string, T | undefined>>): T | undefined =>
  each[language] ?? each[FALLBACK] ?? Object.values(each).find((one) => one !== undefined);

/** The best available language for a tag such as `zh-Hant-TW`. */
export function nearestLanguage(tag: string, among: readonly string[] = languages): string {
  const parts = tag.toLowerCase().split('-');
  const wider = parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
  return wider.map((one) => among.find((language) => language.toLowerCase() === one)).find(Boolean) ?? FALLBACK;
}
