/** The bars for the points that are lost in each part of play. */

interface Part {
  readonly points: number;
  readonly peers?: number | null;
}

/** A loss counts as large if it is at least this many times the loss of people of the same rating. */
const MUCH = 1.2;

/** The number of points that fills a bar. It is more than 0. */
export const fullBarPoints = (parts: readonly Part[]): number =>
  Math.max(1, ...parts.flatMap(({ points, peers }) => [points, peers ?? 0]));

/** The share of a bar that is filled, in percent. */
export const shareOf = (points: number, widest: number): number => Math.round((100 * points) / widest);

/** Whether a player loses at least a fifth more than people of the same rating. */
export const isLargeLoss = ({ points, peers }: Part): boolean => peers != null && points > 0 && points >= MUCH * peers;
