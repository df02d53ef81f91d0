/** The end of a hand, as a replay shows it. */

import { parseCards } from '../../cards/card';
import type { State } from './types';

/** The state after the last step, with the play that ended the hand still on the table. */
export function ending(before: unknown, after: unknown, seat: number, action: string): unknown {
  const [was, is] = [before as State, after as State];
  if (is.phase.type !== 'over' || was.phase.type !== 'playing' || !action.startsWith('play ')) return after;
  const left = new Map<string, number>();
  for (const { text } of parseCards(is.secret.hands[seat] ?? '')) left.set(text, (left.get(text) ?? 0) + 1);
  const gone = parseCards(was.secret.hands[seat] ?? '').filter(({ text }) => {
    const kept = left.get(text) ?? 0;
    left.set(text, kept - 1);
    return kept <= 0;
  });
  const last = was.phase.last.map((cards, at) => (at === seat ? gone.map(({ text }) => text).join('') : cards));
  const standing = action.slice('play '.length).split('@')[0] ?? null;
  return { ...is, phase: { ...was.phase, last, standing, by: seat } };
}
