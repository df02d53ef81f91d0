import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cataloguesIn } from '../../scripts/catalogue.mjs';
import { words } from './generated/pages';
import { nearestLanguage, valueForLanguage, textForLanguage } from './languages';

test('the code uses every text of the catalogue', () => {
  const files = import.meta.glob<string>(['../**/*.{svelte,ts}', '../../scripts/*.mjs', '!./generated/*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const code = Object.values(files).join('\n');
  const whole = new Set([...code.matchAll(/['"]([\w.-]+)['"]/g)].map(([, text]) => text));
  const prefixes = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map(([, text]) => text!);
  const isUsed = (key: string): boolean => whole.has(key) || prefixes.some((start) => key.startsWith(start));
  expect(Object.keys(words['en']!).filter((key) => !isUsed(key))).toEqual([]);
});

/** Catalogues with a made-up language that has one text. */
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

test('each folder is a language, and missing texts fall back to English', () => {
  const { pages } = withElvish();
  expect(Object.keys(pages!)).toEqual(['en', 'qya-x-sea']);
  expect(textForLanguage('qya-x-sea', pages!, 'app.name')).toBe('telpë');
  expect(textForLanguage('qya-x-sea', pages!, 'app.home')).toBe('Home');
  expect(textForLanguage('qya-x-sea', pages!, 'app.deep.down')).toBe('Down');
  expect(textForLanguage('qya-x-sea', pages!, 'app.nowhere')).toBeUndefined();
  expect(textForLanguage('gone', pages!, 'app.name')).toBe('cards');
});

test.each([
  ['zh-Hant-TW', 'zh'],
  ['EN-gb', 'en'],
  ['qya-X-sea', 'qya-x-sea'],
  ['qya', 'en'],
  ['', 'en'],
])('the best language for the tag %s is %s', (tag, language) => {
  expect(nearestLanguage(tag, ['en', 'zh', 'qya-x-sea'])).toBe(language);
});

test.each([
  [{ en: 'cards', zh: '牌' }, 'zh', '牌'],
  [{ en: 'cards', zh: '牌' }, 'qya', 'cards'],
  [{ zh: '牌' }, 'qya', '牌'],
  [{}, 'qya', undefined],
])('from %j a reader of %s gets %s', (each, language, given) => {
  expect(valueForLanguage<string>(language, each)).toBe(given);
});
