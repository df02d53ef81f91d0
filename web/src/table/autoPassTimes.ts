/**
 * How long an automatic pass takes.
 *
 * Among people, the time of a pass must not reveal that there was no choice. An automatic pass therefore takes as long as
 * one of the player's last deliberate passes, chosen at random. Both kinds of passes then have the same distribution of
 * times and the same messages. The server takes no part in this and cannot distinguish them.
 */

import type { Question } from './scene';

const KEPT = 24;
/** Times in ms of deliberate passes. They are used for a player of whom few such times are known. */
export const USUAL = [1300, 1700, 1900, 2200, 2600, 2900, 3400, 4300] as const;
/** The time in ms of a pass at a table where all others are bots: long enough to see what was played. */
export const BRIEF = 700;
/** Longer passes are not used, because the player was probably not looking. In ms. */
const LONGEST = 12_000;
/** The time in ms that is left for the message to arrive before the clock runs out. */
const MARGIN = 1000;

/** Whether passing is the only possible answer to a question. */
export const isPassForced = (question: Question): boolean =>
  question.kind === 'buttons' &&
  question.buttons.length === 1 &&
  question.buttons[0]!.action === question.without?.action &&
  (question.list?.buttons.length ?? 0) === 0;

/** The times of a player's last deliberate passes, with one more pass added. */
export const withPass = (times: readonly number[], time: number): readonly number[] =>
  time > LONGEST ? times : [...times, Math.round(time)].slice(-KEPT);

/**
 * The number of ms to wait before an automatic pass. `times` are those of the player's deliberate passes, `draw` is a
 * random number from 0 up to 1, and `left` is the time until the clock runs out.
 */
export function passDelay(times: readonly number[], amongPeople: boolean, draw: number, left = Infinity): number {
  const known = times.length < USUAL.length ? [...times, ...USUAL] : times;
  const delay = amongPeople ? known[Math.floor(draw * known.length)]! : BRIEF;
  return Math.max(0, Math.min(delay, left - MARGIN));
}
