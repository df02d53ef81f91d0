import { expect, test } from 'vitest';
import type { HandInfo, ServerMessage, Table, TranslatableText } from './types';
import { tableAfter } from './mergeTable';

const hand = (number: number): HandInfo => ({ number }) as HandInfo;
const table = { t: 'table', v: 4, since: null, you: 1, seats: [], hand: hand(2), steps: [] } as unknown as Table;
const brief: ServerMessage = { t: 'hand', v: 5, since: 4, now: 7, hand: hand(3), steps: [] };

test('a table message replaces the table', () => {
  expect(tableAfter(null, table)).toBe(table);
});

test('a hand message replaces only the hand', () => {
  expect(tableAfter(table, brief)).toEqual({ ...table, v: 5, since: 4, now: 7, hand: hand(3), log: [] });
});

const words = (key: string): TranslatableText => ({ type: 'words', key });
const tableWith = (v: number, ...keys: (string | null)[]) =>
  ({ v, seat: 0, events: [], messages: keys.map((key) => key && words(key)) }) as unknown as Table['steps'][number];
const keys = (one: Table | null): string[] | undefined => one?.log?.map(({ key }) => key);

test('the log of a hand is complete, whatever messages it came in', () => {
  const come = tableAfter(null, { ...table, log: [words('a')] });
  expect(keys(come)).toEqual(['a']);
  const on = tableAfter(come, { ...brief, hand: hand(2), steps: [tableWith(5, 'b', null), tableWith(6, 'c')] });
  expect(keys(on)).toEqual(['a', 'b', 'c']);
  const whole = tableAfter(on, { ...table, v: 7, since: 6, steps: [tableWith(7, 'd')] });
  expect(keys(whole)).toEqual(['a', 'b', 'c', 'd']);
  const next = tableAfter(whole, { ...brief, v: 8, steps: [tableWith(8, 'e')] });
  expect(keys(next)).toEqual(['e']);
  expect(keys(tableAfter(next, { ...table, v: 9, log: [words('f')] }))).toEqual(['f']);
});

test('other messages give no table', () => {
  expect(tableAfter(null, brief)).toBeNull();
  expect(tableAfter(table, { t: 'ack', id: 'a', v: 5 })).toBeNull();
});
