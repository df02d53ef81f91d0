import { expect, test } from 'vitest';
import { warningTimes } from './clock';

test('time is short from five seconds before the turn ends, and again before the reserve does', () => {
  expect(warningTimes({ turnEnds: 20_000, end: 80_000, turn: 20_000 })).toEqual([15_000, 75_000]);
  expect(warningTimes({ turnEnds: 20_000, end: 20_000, turn: 20_000 })).toEqual([15_000]);
});

test('a short turn is not short from its start', () => {
  expect(warningTimes({ turnEnds: 5000, end: 5000, turn: 5000 })).toEqual([3000]);
});

test('without a time limit, time is never short', () => {
  expect(warningTimes({ turnEnds: null, end: null, turn: 0 })).toEqual([]);
});
