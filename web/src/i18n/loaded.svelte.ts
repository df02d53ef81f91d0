/** The words of the languages that are read: each is loaded when somebody reads it. */

import { languages, type Words } from './languages';

type Catalogues = Readonly<Record<string, Readonly<Record<string, string>>>>;

const FILES = import.meta.glob<Catalogues>('./generated/languages/*.ts', { import: 'default' });

let loaded = $state.raw<Readonly<Record<string, Catalogues>>>({});

/** Loads the words of a language; until they are there, another one is read on. Rejects where they cannot be had. */
export async function speak(language: string): Promise<void> {
  const file = FILES[`./generated/languages/${language}.ts`];
  if (loaded[language] || !file) return;
  const catalogues = await file();
  loaded = { ...loaded, [language]: catalogues };
}

/** The words of a catalogue, of each language that is there. */
export const wordsOf = <K extends string>(catalogue: string): Words<K> =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      languages.map((language) => [language, { enumerable: true, get: () => loaded[language]?.[catalogue] }]),
    ),
  ) as Words<K>;
