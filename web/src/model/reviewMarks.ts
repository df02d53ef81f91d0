/** Which steps of a finished hand are worth a look. */

import type { DecisionReview, Replay } from '../wire/types';

export type Jump = 'own' | 'mistake' | 'landmark';

/** Step indices (from 0) to jump to, by kind. Kinds without steps are left out, except `own`. */
export type Marks = Partial<Record<Jump, ReadonlySet<number>>> & { readonly own: ReadonlySet<number> };

/** The same as stop indices of the replay. */
export type Places = Partial<Record<Jump, readonly number[]>>;

/**
 * The marks of the player whose view the replay shows. `landmark`: the type of action that this family's players look
 * for.
 */
export function reviewMarks(
  replay: Replay,
  decisions: readonly DecisionReview[],
  chair: number,
  landmark: string | null,
): Marks {
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

/** Indices of the stops that show one of the steps in `found`. `stops`: steps done at each stop. */
export const placesOf = (stops: readonly number[], found: ReadonlySet<number>): number[] =>
  stops.flatMap((step, place) => (found.has(step - 1) ? [place] : []));

/** The next of these places, or the previous one, wrapping around; null if there is no other. */
export function nextJump(places: readonly number[], from: number, way: 1 | -1): number | null {
  const ahead = way > 0 ? places.find((place) => place > from) : places.findLast((place) => place < from);
  const found = ahead ?? places.at(way > 0 ? 0 : -1) ?? from;
  return found === from ? null : found;
}

const typeOf = (action: unknown): string | undefined => (action as { type?: string } | null)?.type;
