/**
 * Positions of the cards of a Zi Pai hand: in columns, each card covering the lower part of the one before. Lengths in
 * px.
 */

import { isShort, isUpright, type HandLayout, type Screen } from '../../hand/layout';

/** The least visible part of a card, large enough to tap. */
export const TARGET = 44;
const MARGIN = 4;
const LEAST_GAP = 2;
const MOST_GAP = 8;
/** How far a selected card rises; long cards do not need to rise far. */
const LIFT = 20;
/** Space above the cards into which selected ones rise. */
const HEAD = 12;
/**
 * Cards per column: as many as a meld has. One more if there is no room for more columns; the lowest card is still
 * visible.
 */
const MELD = 3;

/** Height of a card as a multiple of its width. */
const LONG = 3;

/**
 * The size of a card, the visible part under another card, and the visible part of the last: the rack may cover its
 * foot.
 */
export interface Tall {
  readonly card: number;
  readonly step: number;
  readonly foot: number;
}

export function tallFor(screen: Screen): Tall {
  if (isShort(screen)) return { card: 44, step: TARGET, foot: 50 };
  if (!isUpright(screen)) return { card: 54, step: 48, foot: screen.height < 760 ? 132 : 152 };
  return screen.height < 700 ? { card: 44, step: TARGET, foot: 88 } : { card: 45, step: TARGET, foot: 135 };
}

const fullFor = ({ step, foot }: Tall): number => (foot - step >= TARGET ? MELD + 1 : MELD);

/** Column sizes for a hand with these groups; a group longer than `full` is split. */
function columnsOf(groups: readonly number[], full: number): number[] {
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return [...sizes.values()].flatMap((size) => (size <= full ? [size] : spreadEvenly(size, Math.ceil(size / MELD))));
}

const spreadEvenly = (count: number, columns: number): number[] =>
  Array.from({ length: columns }, (_, at) => Math.floor((count + columns - 1 - at) / columns));

/** Merges the smallest neighbouring columns until at most `most` are left. */
function mergeColumns(columns: readonly number[], most: number, full: number): number[] {
  const found = [...columns];
  while (found.length > most) {
    const pairs = found.slice(1).map((size, at) => ({ at, size: size + found[at]! }));
    const least = pairs.reduce((best, pair) => (pair.size < best.size ? pair : best));
    if (least.size > full)
      return spreadEvenly(
        columns.reduce((sum, size) => sum + size, 0),
        most,
      );
    found.splice(least.at, 2, least.size);
  }
  return found;
}

export function layoutColumns(groups: readonly number[], width: number, screen: Screen): HandLayout {
  const tall = tallFor(screen);
  const { card, step, foot } = tall;
  const full = fullFor(tall);
  const room = width - 2 * MARGIN;
  const most = Math.max(1, Math.floor((room + LEAST_GAP) / (card + LEAST_GAP)));
  const columns = mergeColumns(columnsOf(groups, full), most, full);
  const gap = Math.min(MOST_GAP, columns.length < 2 ? 0 : (room - columns.length * card) / (columns.length - 1));
  const start = (width - columns.length * (card + gap) + gap) / 2;
  const height = HEAD + (MELD - 1) * step + foot;
  const places = columns.flatMap((size, column) =>
    Array.from({ length: size }, (_, at) => {
      const row = Math.max(MELD - size, 0) + at;
      const y = HEAD + row * step;
      return { x: start + column * (card + gap), y, row, high: Math.min(card * LONG, height - y) };
    }),
  );
  const rows = Math.max(MELD, ...columns);
  return { card, cardHeight: card * LONG, slice: card, lift: LIFT, rows, height, places, columns: true };
}
