import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cataloguesIn } from '../../scripts/catalogue.mjs';
import { words } from './generated/pages';
import { nearest, oneIn, wordIn } from './languages';

test('every sentence is said somewhere', () => {
  const files = import.meta.glob<string>(['../**/*.{svelte,ts}', '../../scripts/*.mjs', '!./generated/*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const code = Object.values(files).join('\n');
  const whole = new Set([...code.matchAll(/['"]([\w.-]+)['"]/g)].map(([, text]) => text));
  const begun = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map(([, text]) => text!);
  const said = (key: string): boolean => whole.has(key) || begun.some((start) => key.startsWith(start));
  expect(Object.keys(words['en']!).filter((key) => !said(key))).toEqual([]);
});

/** A made-up language, with two words. */
function withElvish(): ReturnType<typeof cataloguesIn> {
  const folder = mkdtempSync(join(tmpdir(), 'locale-'));
  const files = {
    en: '[app]\nname = "cards"\nhome = "Home"\n[app.deep]\ndown = "Down"',
    'qya-x-sea': '[app]\nname = "telpë"',
  };
  for (const [language, text] of Object.entries(files)) {
    mkdirSync(join(folder, language));
    writeFileSync(join(folder, language, 'pages.toml'), text);
  }
  return cataloguesIn(folder);
}

test('a language is a folder, and what it lacks is English', () => {
  const { pages } = withElvish();
  expect(Object.keys(pages!)).toEqual(['en', 'qya-x-sea']);
  expect(wordIn('qya-x-sea', pages!, 'app.name')).toBe('telpë');
  expect(wordIn('qya-x-sea', pages!, 'app.home')).toBe('Home');
  expect(wordIn('qya-x-sea', pages!, 'app.deep.down')).toBe('Down');
  expect(wordIn('qya-x-sea', pages!, 'app.nowhere')).toBeUndefined();
  expect(wordIn('gone', pages!, 'app.name')).toBe('cards');
});

test.each([
  ['zh-Hant-TW', 'zh'],
  ['EN-gb', 'en'],
  ['qya-X-sea', 'qya-x-sea'],
  ['qya', 'en'],
  ['', 'en'],
])('who reads %s is given %s', (tag, language) => {
  expect(nearest(tag, ['en', 'zh', 'qya-x-sea'])).toBe(language);
});

test.each([
  [{ en: 'cards', zh: '牌' }, 'zh', '牌'],
  [{ en: 'cards', zh: '牌' }, 'qya', 'cards'],
  [{ zh: '牌' }, 'qya', '牌'],
  [{}, 'qya', undefined],
])('of %j who reads %s is given %s', (each, language, given) => {
  expect(oneIn<string>(language, each)).toBe(given);
});
