/** What to look at in a finished hand. */

import type { DecisionReview, Replay } from '../wire/types';

export type Jump = 'own' | 'mistake' | 'landmark';

/** The steps to jump to, by kind; counted from 0. A kind that there is nothing of is left out, but for one's own. */
export type Marks = Partial<Record<Jump, ReadonlySet<number>>> & { readonly own: ReadonlySet<number> };

/** The same by the places of the replay. */
export type Places = Partial<Record<Jump, readonly number[]>>;

/** Of the player from whose chair one looks. `landmark`: the type of action that the family's players look for. */
export function marks(
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

/** The places of a replay at which one sees such a step; `stops`: the steps that are done at each place. */
export const placesOf = (stops: readonly number[], found: ReadonlySet<number>): number[] =>
  stops.flatMap((step, place) => (found.has(step - 1) ? [place] : []));

/** The next of these places, or the one before; after the last comes the first. Null: there is no other. */
export function leapTo(places: readonly number[], from: number, way: 1 | -1): number | null {
  const ahead = way > 0 ? places.find((place) => place > from) : places.findLast((place) => place < from);
  const found = ahead ?? places.at(way > 0 ? 0 : -1) ?? from;
  return found === from ? null : found;
}

const typeOf = (action: unknown): string | undefined => (action as { type?: string } | null)?.type;
