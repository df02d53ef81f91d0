/**
 * Positions of the cards of a Zi Pai hand. The cards form columns, and each card covers the lower part of the one above
 * it. Lengths are in px.
 */

import { isShort, isUpright, type HandLayout, type Screen } from '../../hand/layout';

/** The minimum visible height of a card, so that it can be tapped. */
export const TARGET = 44;
const MARGIN = 4;
const LEAST_GAP = 2;
const MOST_GAP = 8;
/** How far a selected card rises. Because the cards are long, a short distance is enough. */
const LIFT = 20;
/** The space above the cards into which selected cards rise. */
const HEAD = 12;
/**
 * Cards per column, as many as a meld has. If there is no room for more columns, a column may have one more card if the
 * lowest card stays visible.
 */
const MELD = 3;

/** Height of a card as a multiple of its width. */
const LONG = 3;

/**
 * The width of a card, the visible height of a card under another one, and the visible height of the lowest card, whose
 * lower end the rack may cover.
 */
export interface Tall {
  readonly card: number;
  readonly step: number;
  readonly foot: number;
}

export function cardSizesFor(screen: Screen): Tall {
  if (isShort(screen)) return { card: 44, step: TARGET, foot: 50 };
  if (!isUpright(screen)) return { card: 54, step: 48, foot: screen.height < 760 ? 132 : 152 };
  return screen.height < 700 ? { card: 44, step: TARGET, foot: 88 } : { card: 45, step: TARGET, foot: 135 };
}

const maxPerColumn = ({ step, foot }: Tall): number => (foot - step >= TARGET ? MELD + 1 : MELD);

/**
 * The sizes of the columns for cards in these groups. A group with more than `full` cards is split into several
 * columns.
 */
function columnSizes(groups: readonly number[], full: number): number[] {
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return [...sizes.values()].flatMap((size) => (size <= full ? [size] : spreadEvenly(size, Math.ceil(size / MELD))));
}

const spreadEvenly = (count: number, columns: number): number[] =>
  Array.from({ length: columns }, (_, at) => Math.floor((count + columns - 1 - at) / columns));

/** Merges the neighbouring columns with the fewest cards until at most `most` columns are left. */
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
  const tall = cardSizesFor(screen);
  const { card, step, foot } = tall;
  const full = maxPerColumn(tall);
  const room = width - 2 * MARGIN;
  const most = Math.max(1, Math.floor((room + LEAST_GAP) / (card + LEAST_GAP)));
  const columns = mergeColumns(columnSizes(groups, full), most, full);
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
