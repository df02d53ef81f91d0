import { expect, test } from 'vitest';
import type { TranslatableText } from '../wire/types';
import { REMEMBERED, earlierPlaysBySeat } from './earlierPlays';

const speech = { played: { key: 'event.played', label: (play: { key: string }) => play.key } } as unknown as Parameters<
  typeof earlierPlaysBySeat
>[1];
const play = (seat: number, key: string, kind = 'event.played'): TranslatableText => ({
  type: 'words',
  key: kind,
  args: { who: { type: 'seat', seat }, play: { type: 'words', key, args: {} } },
});
const cards = { kind: 'cards', cards: [], as: null, toBeat: true } as const;

test('a trail has the earlier plays of its seat, the latest first', () => {
  const log = [play(0, 'a'), play(1, 'b'), play(0, 'c'), play(0, 'passed', 'event.passed')];
  const trails = earlierPlaysBySeat({ log }, speech, [
    { seat: 0, last: null },
    { seat: 1, last: null },
  ]);
  expect([...trails]).toEqual([
    [0, ['c', 'a']],
    [1, ['b']],
  ]);
});

test('the play that lies on the table is not in the trail, and only the latest are remembered', () => {
  const log = [...'abcdefg'].map((name) => play(0, name));
  expect(earlierPlaysBySeat({ log }, speech, [{ seat: 0, last: cards }]).get(0)).toEqual(['f', 'e', 'd', 'c']);
  expect(earlierPlaysBySeat({ log }, speech, [{ seat: 0, last: null }]).get(0)).toHaveLength(REMEMBERED);
});

test('a play without a label leaves no gap, and hides no other play', () => {
  const log = [play(0, 'a'), play(0, '')];
  expect(earlierPlaysBySeat({ log }, speech, [{ seat: 0, last: cards }]).get(0)).toEqual(['a']);
});
