/** Reads the points of a hand's outcome. */

import type { Outcome } from './types';

/** Whether the hand is void: a player left, and all points are 0, so that nobody else gains or loses anything. */
export const isVoid = ({ left, points }: Outcome): boolean =>
  (left ?? null) !== null && points.every((one) => one === 0);

/** The points of a seat. For the player who left a void hand, they are reduced by the cost of leaving. */
export const pointsOf = (outcome: Outcome, seat: number): number =>
  (outcome.points[seat] ?? 0) - (isVoid(outcome) && seat === outcome.left ? (outcome.cost ?? 0) : 0);
