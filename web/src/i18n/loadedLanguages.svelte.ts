/**
 * The texts that are loaded. Those of the home page are in the bundle; all others are loaded when the player opens
 * another page.
 */

import { first } from './generated/first';
import { languages, type Catalogue } from './languages';

type Catalogues = Readonly<Record<string, Readonly<Record<string, string>>>>;

const FILES = import.meta.glob<Catalogues>('./generated/languages/*.ts', { import: 'default' });

const loading = new Map<string, Promise<void>>();
let loaded = $state.raw<Readonly<Record<string, Catalogues>>>(first);

async function load(language: string): Promise<void> {
  const catalogues = await FILES[`./generated/languages/${language}.ts`]?.();
  if (catalogues) loaded = { ...loaded, [language]: catalogues };
}

/**
 * Loads all texts of a language. Until they are loaded, missing texts are shown in another language. Rejects if they
 * cannot be loaded.
 */
export function loadLanguage(language: string): Promise<void> {
  const words = loading.get(language) ?? load(language);
  loading.set(language, words);
  words.catch(() => loading.delete(language));
  return words;
}

/** A catalogue's texts in each loaded language. */
export const wordsOf = <K extends string>(catalogue: string): Catalogue<K> =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      languages.map((language) => [language, { enumerable: true, get: () => loaded[language]?.[catalogue] }]),
    ),
  );
