import { expect, test } from 'vitest';
import { bankerTeam, cellsOf, rowOf, finishedHandsSpan } from './scoreSheet';
import type { Table } from '../../wire/types';

const table = { table: { sides: [0, 1, 2, 0, 1, 2] } } as unknown as Table;

const row = rowOf({
  number: 12,
  reason: { type: 'words', key: 'reason.taken_dug' },
  lines: [],
  outcome: {
    reason: 'taken_dug',
    winners: [1, 4],
    points: [],
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
  },
});

test('what a hand gave each team', () => {
  expect(row).toMatchObject({ hand: 12, winner: 1 });
  expect(bankerTeam(table, row)).toBe(0);
  expect(cellsOf(table, row)).toEqual([
    { points: null, level: 7, half: false },
    { points: 165, level: 8, half: true },
    { points: 145, level: 10, half: false },
  ]);
});

const at = (number: number, before: number, over: boolean): Table =>
  ({ table: { id: 'x' }, hand: { number, view: { match: { hand: before } }, reveal: over ? {} : null } }) as Table;

test('the finished hands of this match', () => {
  expect(finishedHandsSpan(at(7, 2, false))).toEqual({ table: 'x', first: 5, last: 6 });
  expect(finishedHandsSpan(at(7, 2, true))).toEqual({ table: 'x', first: 5, last: 7 });
  expect(finishedHandsSpan({ table: { id: 'x' }, hand: null } as Table)).toBeNull();
});
