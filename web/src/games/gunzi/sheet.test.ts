import { expect, test } from 'vitest';
import { cellsOf, withRow, type Row } from './sheet';

const row = (hand: number): Row => ({
  hand,
  banker: 3,
  reason: 'taken_dug',
  winner: 1,
  account: [
    { code: 'points', value: 165, how: 'note', seat: 1 },
    { code: 'points', value: 145, how: 'note', seat: 2 },
    { code: 'bank', value: 1, how: 'base', seat: 1 },
    { code: 'dug', value: 2, how: 'plus', seat: 1 },
    { code: 'half', value: 1, how: 'plus', seat: 1 },
    { code: 'level', value: 7, how: 'note', seat: 0 },
    { code: 'level_half', value: 8, how: 'note', seat: 1 },
    { code: 'level', value: 10, how: 'note', seat: 2 },
  ],
});

test('what a hand brought each team', () => {
  expect(cellsOf(row(1))).toEqual([
    { points: null, level: 7, half: false, halves: 0 },
    { points: 165, level: 8, half: true, halves: 3 },
    { points: 145, level: 10, half: false, halves: 0 },
  ]);
});

test('a hand has one row, and rows stand in order', () => {
  const rows = withRow(withRow(withRow([], row(2)), row(1)), row(2));
  expect(rows.map(({ hand }) => hand)).toEqual([1, 2]);
  expect(withRow(rows, null)).toEqual(rows);
});
