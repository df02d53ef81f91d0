/** The numbers of how a hand ended. */

import type { Outcome } from './types';

/** Whether a player left and all points are 0, so that nobody but that player gains or loses anything. */
export const isVoid = ({ left, points }: Outcome): boolean =>
  (left ?? null) !== null && points.every((one) => one === 0);

/** The points of a seat. From a player who left a void hand, the cost of leaving is subtracted. */
export const pointsOf = (outcome: Outcome, seat: number): number =>
  (outcome.points[seat] ?? 0) - (isVoid(outcome) && seat === outcome.left ? (outcome.cost ?? 0) : 0);
