/** What to look at in a finished hand. */

import type { Judged, Replay } from '../wire/types';

export type Jump = 'own' | 'mistake' | 'landmark';

/** The steps to jump to, by kind; counted from 0. A kind that there is nothing of is left out, but for one's own. */
export type Marks = Partial<Record<Jump, ReadonlySet<number>>> & { readonly own: ReadonlySet<number> };

/** Of the player from whose chair one looks. `landmark`: the type of action that the family's players look for. */
export function marks(replay: Replay, decisions: readonly Judged[], chair: number, landmark: string | null): Marks {
  const where = (is: (step: Replay['steps'][number]) => boolean) =>
    new Set(replay.steps.flatMap((step, at) => (is(step) ? [at] : [])));
  const mistakes = new Set(decisions.flatMap((one) => (one.grade && one.seat === chair ? [one.step] : [])));
  const landmarks = landmark === null ? new Set<number>() : where((step) => typeOf(step.action) === landmark);
  return {
    own: where((step) => step.seat === chair),
    ...(mistakes.size ? { mistake: mistakes } : {}),
    ...(landmarks.size ? { landmark: landmarks } : {}),
  };
}

const typeOf = (action: unknown): string | undefined => (action as { type?: string } | null)?.type;
