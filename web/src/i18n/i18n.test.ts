import { expect, test } from 'vitest';
import { en } from './en';
import { zh } from './zh';

const holes = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

test('both languages have the same keys', () => {
  expect(Object.keys(en).sort()).toEqual(Object.keys(zh).sort());
});

test.each(Object.entries(zh))('%s has the same holes in both languages and is not empty', (key, text) => {
  const other = en[key as keyof typeof zh];
  expect(holes(other)).toEqual(holes(text));
  expect(text).not.toBe('');
  expect(other).not.toBe('');
});

test('every sentence is said somewhere', () => {
  const files = import.meta.glob<string>(['../**/*.{svelte,ts}', '!./en.ts', '!./zh.ts', '!./generated/*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const code = Object.values(files).join('\n');
  const whole = new Set([...code.matchAll(/['"]([\w.-]+)['"]/g)].map(([, text]) => text));
  const begun = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map(([, text]) => text!);
  const said = (key: string): boolean => whole.has(key) || begun.some((start) => key.startsWith(start));
  expect(Object.keys(zh).filter((key) => !said(key))).toEqual([]);
});

test('the system never shouts', () => {
  expect([...Object.values(zh), ...Object.values(en)].filter((text) => /[!！]/.test(text))).toEqual([]);
});
