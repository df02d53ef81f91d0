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

test('the system never shouts', () => {
  expect([...Object.values(zh), ...Object.values(en)].filter((text) => /[!！]/.test(text))).toEqual([]);
});
