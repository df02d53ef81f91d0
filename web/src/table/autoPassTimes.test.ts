import { expect, test } from 'vitest';
import { BRIEF, isPassForced, passDelay, USUAL, withPass } from './autoPassTimes';
import type { ActionButton, Question } from './scene';

const pass: ActionButton = { label: '要不起', action: { type: 'pass' }, primary: true };
const play: ActionButton = { label: '3', action: { type: 'play' }, primary: false };
const ask = (buttons: ActionButton[], without: ActionButton | null = pass): Question => ({
  kind: 'buttons',
  prompt: '',
  without,
  hints: false,
  buttons,
});

test('only a question with one answer, which passes, is forced', () => {
  expect(isPassForced(ask([pass]))).toBe(true);
  expect(isPassForced(ask([play, pass]))).toBe(false);
  expect(isPassForced(ask([play], null))).toBe(false);
  expect(isPassForced({ ...ask([pass]), list: { label: '', buttons: [play], open: false } } as Question)).toBe(false);
});

test('among bots it is brief, and it never lets the clock run out', () => {
  expect(passDelay([], false, 0.9)).toBe(BRIEF);
  expect(passDelay([], true, 0.999, 2000)).toBe(1000);
  expect(passDelay([], true, 0.5, 300)).toBe(0);
});

test('among people a forced pass takes as long as a chosen one: each of their times equally often', () => {
  const chosen = [900, 1500, 2100, 2100, 2600, 3300, 5200, 8000].reduce<readonly number[]>(withPass, []);
  const drawn = chosen.map((_, at) => passDelay(chosen, true, at / chosen.length));
  expect(drawn).toEqual([900, 1500, 2100, 2100, 2600, 3300, 5200, 8000]);
});

test('few own times are mixed with usual ones, and somebody who looked away is not counted', () => {
  const own = withPass(withPass([], 60_000), 1000);
  const of = USUAL.length + 1;
  expect(Array.from({ length: of }, (_, at) => passDelay(own, true, at / of))).toEqual([1000, ...USUAL]);
});

test('only the last times count', () => {
  let times: readonly number[] = [];
  for (let at = 0; at < 100; at += 1) times = withPass(times, at);
  expect(times).toHaveLength(24);
  expect(passDelay(times, true, 0)).toBe(76);
});
