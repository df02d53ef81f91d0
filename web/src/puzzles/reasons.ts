/** Why an action wins or loses, in the server's own sentences, from the moves that answer it. */

import type { TranslatableText } from '../wire/types';
import { PASS_TEXT } from './offlineJudge';

interface Answer {
  readonly seat: number;
  readonly text: string;
  readonly label: TranslatableText;
}

const reason = (name: string, args: NonNullable<TranslatableText['args']> = {}): TranslatableText => ({
  type: 'words',
  key: `puzzle.reason.${name}`,
  args,
});

/** A play without its verb. */
export function playOf(label: TranslatableText): TranslatableText {
  const play = label.args?.['play'];
  return typeof play === 'object' && 'key' in play ? play : label;
}

/** The sentence about a right action, or about a wrong one with its refutation; null if there is nothing to say. */
export function reasonFor(isRight: boolean, isOver: boolean, answers: readonly Answer[]): TranslatableText | null {
  const plays = answers.filter(({ text }) => text !== PASS_TEXT);
  const [first, last] = [plays[0], plays.at(-1)];
  if (isRight) return isOver ? reason('goes_out') : first ? null : reason('nobody_beats');
  if (!first || !last) return null;
  const who = { type: 'seat' as const, seat: last.seat };
  if (first === last) return reason('out_at_once', { who, play: playOf(last.label) });
  if (plays.length === 2 && first.seat === last.seat)
    return reason('beats_and_goes_out', { who, play: playOf(first.label), last: playOf(last.label) });
  return reason('goes_out_later', { by: { type: 'seat', seat: first.seat }, play: playOf(first.label), who });
}
