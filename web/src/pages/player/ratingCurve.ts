/** The chart of a rating's history. Coordinates are in percent of its width and height. */

import type { RatingPoint } from '../../wire/types';

export interface Curve {
  /** The `points` attribute of a polyline, and of a polygon. */
  readonly line: string;
  readonly band: string;
  readonly grid: readonly { readonly value: number; readonly y: number }[];
  readonly end: { readonly x: number; readonly y: number };
}

const STEPS = [10, 20, 50, 100, 200, 500] as const;

/** The distance between two grid lines: the smallest with which there are at most five of them in a range. */
const stepFor = (range: number): number => STEPS.find((step) => range / step <= 5) ?? 1000;

export function ratingChart(points: readonly RatingPoint[]): Curve {
  const low = Math.min(...points.map((one) => one.number - one.deviation));
  const high = Math.max(...points.map((one) => one.number + one.deviation));
  const range = Math.max(1, high - low);
  const x = (at: number): number => (points.length > 1 ? (100 * at) / (points.length - 1) : 100);
  const y = (value: number): number => (100 * (high - value)) / range;
  const path = (value: (one: RatingPoint) => number): string[] =>
    points.map((one, at) => `${x(at).toFixed(2)},${y(value(one)).toFixed(2)}`);
  const upper = path((one) => one.number + one.deviation);
  const lower = path((one) => one.number - one.deviation);
  const step = stepFor(range);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  const last = points.at(-1)!;
  return {
    line: path((one) => one.number).join(' '),
    band: [...upper, ...lower.reverse()].join(' '),
    grid: Array.from({ length: count }, (_, at) => ({ value: (first + at) * step, y: y((first + at) * step) })),
    end: { x: 100, y: y(last.number) },
  };
}
