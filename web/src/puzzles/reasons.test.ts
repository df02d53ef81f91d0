import { expect, test } from 'vitest';
import type { TranslatableText } from '../wire/types';
import { reasonFor } from './reasons';

const play = (key: string): TranslatableText => ({
  type: 'words',
  key: 'action.play',
  args: { play: { type: 'words', key } },
});
const answer = (seat: number, text: string): { seat: number; text: string; label: TranslatableText } => ({
  seat,
  text,
  label: play(text),
});
const pass = (seat: number): ReturnType<typeof answer> => answer(seat, 'pass');
const keyOf = (text: TranslatableText | null): string | undefined => text?.key.split('.').at(-1);

test('a right action that nobody beats says so, and one that is beaten says nothing', () => {
  expect(keyOf(reasonFor(true, false, [pass(1), pass(2)]))).toBe('nobody_beats');
  expect(reasonFor(true, false, [answer(1, 'K'), pass(2)])).toBeNull();
  expect(keyOf(reasonFor(true, true, []))).toBe('goes_out');
});

test('a wrong action is refuted at once, by two plays of one seat, or later', () => {
  const atOnce = reasonFor(false, true, [pass(1), answer(2, '2')])!;
  expect(atOnce.key).toBe('puzzle.reason.out_at_once');
  expect(atOnce.args).toEqual({ who: { type: 'seat', seat: 2 }, play: { type: 'words', key: '2' } });
  const two = reasonFor(false, true, [answer(1, '2'), pass(2), pass(0), answer(1, 'Q')])!;
  expect(two.args).toMatchObject({ play: { key: '2' }, last: { key: 'Q' } });
  const later = reasonFor(false, true, [answer(1, '2'), pass(2), pass(0), answer(1, '3'), answer(2, '4')])!;
  expect(later.args).toMatchObject({ by: { seat: 1 }, who: { seat: 2 }, play: { key: '2' } });
  expect(reasonFor(false, true, [])).toBeNull();
});
