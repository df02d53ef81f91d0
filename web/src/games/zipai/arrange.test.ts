import { expect, test } from 'vitest';
import { flat, grouped, moved, named, reconciled, stepped, type Groups } from './arrange';
import { parseCards, glyphOf } from './cards';

const hand = (...groups: string[]): Groups => named(groups.map(parseCards));
const shown = (groups: Groups): string =>
  groups.map((group) => group.map(({ kind }) => glyphOf(kind)).join('')).join(' ');
const counts = (text: string): number[] => {
  const found = Array.from({ length: 20 }, () => 0);
  for (const kind of parseCards(text)) found[kind]! += 1;
  return found;
};

test('the single cards lie together', () => {
  const told = [
    { way: 'hand', cards: parseCards('二七十') },
    { way: 'pair', cards: parseCards('三三') },
    { way: 'single', cards: parseCards('一') },
    { way: 'single', cards: parseCards('玖') },
  ];
  expect(shown(grouped(counts('二七十三三一玖'), told))).toBe('二七十 三三 一玖');
  expect(shown(grouped(counts('拾一'), null))).toBe('一拾');
});

test('equal cards have names of their own', () => {
  const ids = flat(hand('三三', '三')).map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
});

test('a card is moved within its group, to another, and into a new one', () => {
  const groups = hand('一二三', '四五');
  expect(shown(moved(groups, '0.0', { group: 0, at: 3 }))).toBe('二三一 四五');
  expect(shown(moved(groups, '2.0', { group: 1, at: 0 }))).toBe('一二 三四五');
  expect(shown(moved(groups, '2.0', { group: 2, at: 0 }))).toBe('一二 四五 三');
  expect(shown(moved(hand('一', '四五'), '0.0', { group: 1, at: 2 }))).toBe('四五一');
});

test('keys take a card over the edge of its group', () => {
  expect(shown(stepped(hand('一二', '三四'), '1.0', 1))).toBe('一 二三四');
  expect(shown(stepped(hand('一二', '三四'), '2.0', -1))).toBe('一二三 四');
  expect(shown(stepped(hand('一二'), '0.0', -1))).toBe('一二');
  expect(shown(stepped(hand('一二'), '1.0', 1))).toBe('一 二');
  expect(shown(stepped(hand('一', '二'), '1.0', 1))).toBe('一 二');
});

test('own groups stay when cards come and go', () => {
  expect(shown(reconciled(hand('三一', '五五'), counts('一三五')))).toBe('三一 五');
  expect(shown(reconciled(hand('三一'), counts('一三拾')))).toBe('三一 拾');
});
