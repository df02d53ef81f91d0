/** How a hand ended, in numbers. */

import type { Outcome } from './types';

/** Whether somebody left, and nobody at the table gained or lost a point by it but that player. */
export const isVoid = ({ left, points }: Outcome): boolean =>
  (left ?? null) !== null && points.every((one) => one === 0);

/** The points of a seat; the cost of a hand that it left, where nobody at the table gets that. */
export const pointsOf = (outcome: Outcome, seat: number): number =>
  (outcome.points[seat] ?? 0) - (isVoid(outcome) && seat === outcome.left ? (outcome.cost ?? 0) : 0);
