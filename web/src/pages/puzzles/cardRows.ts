/** How overlapping cards fit into a row; lengths in px. */

export interface Fold {
  readonly width: number;
  readonly step: number;
  readonly perRow: number;
}

/** So much of a playing card shows its rank, as a share of its width. */
export const SHOWS_RANK = 0.4;

/** Cards of a width in as few rows as show each card's rank. `step`: the widest visible part; `visible`: the least share of one. */
export function foldCards(count: number, room: number, width: number, step: number, visible = SHOWS_RANK): Fold {
  const least = Math.min(step, Math.max(14, Math.round(width * visible)));
  const most = Math.max(1, Math.floor((room - width) / least) + 1);
  const rows = Math.max(1, Math.ceil(count / most));
  const perRow = Math.max(1, Math.ceil(count / rows));
  const fitting = perRow < 2 ? step : (room - width) / (perRow - 1);
  return { width, step: Math.max(Math.min(step, fitting), least), perRow };
}

/** Shares of a room for hands side by side: each at least so wide, as far as they fit, and the rest by their cards. */
export function sharesOf(counts: readonly number[], room: number, least: number): number[] {
  const each = Math.min(least, room / counts.length);
  const total = counts.reduce((sum, count) => sum + count + 1, 0);
  const rest = room - each * counts.length;
  return counts.map((count) => each + (rest * (count + 1)) / total);
}
