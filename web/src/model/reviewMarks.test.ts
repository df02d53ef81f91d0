import { expect, test } from 'vitest';
import type { Replay } from '../wire/types';
import { nextJump, reviewMarks, placesOf } from './reviewMarks';

const replay = {
  steps: [
    { seat: -1, action: { type: 'go_on' } },
    { seat: 0, action: { type: 'discard', card: 3 } },
    { seat: 1, action: { type: 'pass' } },
    { seat: 1, action: { type: 'discard', card: 4 } },
  ],
} as unknown as Replay;
const decisions = [
  { step: 1, seat: 0, chance: 40, best_chance: 60, grade: 'mistake' as const },
  { step: 3, seat: 1, chance: 40, best_chance: 40 },
];

test("jumps go to the viewer's decisions, their mistakes and the family's landmarks", () => {
  expect(reviewMarks(replay, decisions, 0, 'discard')).toEqual({
    own: new Set([1]),
    mistake: new Set([1]),
    landmark: new Set([1, 3]),
  });
});

test('a kind without steps is left out', () => {
  expect(reviewMarks(replay, decisions, 1, 'draw')).toEqual({ own: new Set([2, 3]) });
  expect(reviewMarks(replay, [], 2, null)).toEqual({ own: new Set() });
});

test('a step is shown by the stop after it', () => {
  expect(placesOf([0, 2, 3, 7, 8], new Set([1, 4, 6, 9]))).toEqual([1, 3]);
});

test('jumps wrap around at both ends', () => {
  const leaps = (places: number[], from: number) => [nextJump(places, from, -1), nextJump(places, from, 1)];
  expect(leaps([2, 5, 9], 5)).toEqual([2, 9]);
  expect(leaps([2, 5, 9], 6)).toEqual([5, 9]);
  expect(leaps([2, 5, 9], 9)).toEqual([5, 2]);
  expect(leaps([2, 5, 9], 0)).toEqual([9, 2]);
  expect(leaps([4], 7)).toEqual([4, 4]);
  expect(leaps([4], 4)).toEqual([null, null]);
  expect(leaps([], 4)).toEqual([null, null]);
});
