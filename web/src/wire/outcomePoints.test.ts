import { expect, test } from 'vitest';
import { isVoid, pointsOf } from './outcomePoints';
import type { Outcome } from './types';

const ended = (points: number[], left: number | null = null, cost = 0): Outcome => ({
  reason: left === null ? 'landlord_out' : 'left',
  winners: [],
  points,
  left,
  cost,
});

const all = (outcome: Outcome): number[] => outcome.points.map((_, seat) => pointsOf(outcome, seat));

test('a hand that nobody left counts as it was scored', () => {
  expect(isVoid(ended([6, -3, -3]))).toBe(false);
  expect(all(ended([6, -3, -3]))).toEqual([6, -3, -3]);
  expect(isVoid(ended([0, 0, 0]))).toBe(false);
});

test('what is paid to the others is in their points', () => {
  expect(isVoid(ended([4, -7, 3], 1, 7))).toBe(false);
  expect(all(ended([4, -7, 3], 1, 7))).toEqual([4, -7, 3]);
});

test('what nobody at the table gets is lost by who left', () => {
  expect(isVoid(ended([0, 0, 0], 1, 7))).toBe(true);
  expect(all(ended([0, 0, 0], 1, 7))).toEqual([0, -7, 0]);
});
