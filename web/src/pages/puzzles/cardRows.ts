/** The layout of overlapping cards in rows. Lengths are in px. */

export interface Fold {
  readonly width: number;
  readonly step: number;
  readonly perRow: number;
}

/** The part of a playing card that must be visible to show its rank, as a fraction of its width. */
export const SHOWS_RANK = 0.4;

/**
 * Lays out cards in as few rows as possible with every rank visible. `step` is the maximum visible part of a covered
 * card in px, `visible` the minimum as a fraction of the card's width.
 */
export function layoutCardRows(count: number, room: number, width: number, step: number, visible = SHOWS_RANK): Fold {
  const least = Math.min(step, Math.max(14, Math.round(width * visible)));
  const most = Math.max(1, Math.floor((room - width) / least) + 1);
  const rows = Math.max(1, Math.ceil(count / most));
  const perRow = Math.max(1, Math.ceil(count / rows));
  const fitting = perRow < 2 ? step : (room - width) / (perRow - 1);
  return { width, step: Math.max(Math.min(step, fitting), least), perRow };
}

/**
 * Divides a width among hands side by side. Each gets at least `least` if that fits, and the rest is divided by number
 * of cards.
 */
export function sharesOf(counts: readonly number[], room: number, least: number): number[] {
  const each = Math.min(least, room / counts.length);
  const total = counts.reduce((sum, count) => sum + count + 1, 0);
  const rest = room - each * counts.length;
  return counts.map((count) => each + (rest * (count + 1)) / total);
}
