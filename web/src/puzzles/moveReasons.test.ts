import { expect, test } from 'vitest';
import type { LineReason } from '../wire/types';
import { reasonOf } from './moveReasons';

const REASONS: LineReason[] = [
  { key: 'ends', when: { right: true, ends: true } },
  { key: 'unbeatable', when: { right: true, unbeatable: true } },
  { key: 'twice', when: { right: false, plays: 2, seats: 1 } },
  { key: 'later', when: { right: false } },
];
const play = (seat: number, key: string) => ({ seat, label: { type: 'words' as const, key } });
const RIGHT = { right: true, ends: false, unbeatable: false };
const WRONG = { right: false, ends: false, unbeatable: true };

test('the first reason whose facts hold is the reason', () => {
  expect(reasonOf(REASONS, { ...RIGHT, ends: true, unbeatable: true }, [])).toEqual({ type: 'words', key: 'ends' });
  expect(reasonOf(REASONS, { ...RIGHT, unbeatable: true }, [])).toEqual({ type: 'words', key: 'unbeatable' });
  expect(reasonOf(REASONS, RIGHT, [play(1, 'K')])).toBeNull();
  expect(reasonOf([], WRONG, [play(1, 'K')])).toBeNull();
});

test('plays are counted with their seats, and the first and the last one fill the placeholders', () => {
  expect(reasonOf(REASONS, WRONG, [play(1, '2'), play(1, 'Q')])?.key).toBe('twice');
  expect(reasonOf(REASONS, WRONG, [play(1, '2'), play(2, 'Q')])).toEqual({
    type: 'words',
    key: 'later',
    args: {
      by: { type: 'seat', seat: 1 },
      play: { type: 'words', key: '2' },
      who: { type: 'seat', seat: 2 },
      last: { type: 'words', key: 'Q' },
    },
  });
});
