import { expect, test } from 'vitest';
import type { HandInfo, ServerMessage, Table } from './types';
import { tableAfter } from './whole';

const hand = (number: number): HandInfo => ({ number }) as HandInfo;
const table = { t: 'table', v: 4, since: null, you: 1, seats: [], hand: hand(2), happened: [] } as unknown as Table;
const brief: ServerMessage = { t: 'hand', v: 5, since: 4, now: 7, hand: hand(3), happened: [] };

test('a whole table is the table', () => {
  expect(tableAfter(null, table)).toBe(table);
});

test('a hand takes the place of the one before, and all else stays', () => {
  expect(tableAfter(table, brief)).toEqual({ ...table, v: 5, since: 4, now: 7, hand: hand(3) });
});

test('what tells nothing of the table is no table', () => {
  expect(tableAfter(null, brief)).toBeNull();
  expect(tableAfter(table, { t: 'ack', id: 'a', v: 5 })).toBeNull();
});
