import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { first } from '../i18n/generated/first';
import { languages } from '../i18n/languages';
import { wordsOf } from '../i18n/loadedLanguages.svelte';

const GROUPS = JSON.parse(readFileSync('src/headingFonts/headingTexts.json', 'utf8')) as Record<
  'pages' | 'moments',
  string[]
>;
const HEADINGS = [...GROUPS.pages, ...GROUPS.moments];

/** The characters in the fonts of headings, Latin and Chinese. */
const characters = new Set(
  [...readFileSync('src/headingFonts/headingFonts.css', 'utf8').matchAll(/U\+([0-9a-f]+)/g)].map(([, code]) =>
    parseInt(code!, 16),
  ),
);
/** Punctuation may come from any font. */
const lacking = (text: string): string[] =>
  [...text].filter((letter) => /[\p{L}\p{N}]/u.test(letter) && !characters.has(letter.codePointAt(0)!));

/** The texts of a title in a language; for `family.` keys, of every family. */
function titleTexts(language: string, title: string): (string | undefined)[] {
  const [file = '', ...key] = title.split('.');
  const files = file === 'family' ? Object.keys(first[language as keyof typeof first]) : [file];
  const all = files.map((name) => wordsOf(name)[language]?.[key.join('.')]);
  return file === 'family' ? all.filter(Boolean) : all;
}

test.each(languages.flatMap((language) => HEADINGS.map((title) => [language, title] as const)))(
  'the heading font has every character of %s %s',
  (language, title) => {
    const words = titleTexts(language, title);
    expect(words).not.toEqual([]);
    for (const word of words) expect(lacking(word!)).toEqual([]);
  },
);

const GAMES = '../src/paiju/games';
const rulesets = readdirSync(GAMES, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /rulesets\/[^/]+\.toml$/.test(path),
);

test.each(rulesets)('the heading font has every character of the title of %s', (path) => {
  const { title } = parse(readFileSync(`${GAMES}/${path}`, 'utf8')) as unknown as { title: Record<string, string> };
  for (const one of Object.values(title)) expect(lacking(one)).toEqual([]);
});
