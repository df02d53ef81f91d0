import { expect, test } from 'vitest';
import type { Replay } from '../wire/types';
import { marks } from './review';

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

test('one jumps to one’s own choices, to one’s own mistakes, and to what players look for', () => {
  expect(marks(replay, decisions, 0, 'discard')).toEqual({
    own: new Set([1]),
    mistake: new Set([1]),
    landmark: new Set([1, 3]),
  });
});

test('a kind that there is nothing of is left out', () => {
  expect(marks(replay, decisions, 1, 'draw')).toEqual({ own: new Set([2, 3]) });
  expect(marks(replay, [], 2, null)).toEqual({ own: new Set() });
});
