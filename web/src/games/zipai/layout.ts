/** Where the cards of a Zi Pai hand lie: narrow cards side by side in one to three rows, a gap between groups. Lengths in px. */

import { isShort, isUpright, type Screen } from '../../hand/layout';

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly row: number;
  readonly group: number;
  /** Within the group. */
  readonly at: number;
}

export interface Layout {
  readonly card: number;
  readonly cardHeight: number;
  readonly lift: number;
  readonly height: number;
  readonly places: readonly Place[];
}

export const NARROWEST = 26;
const MARGIN = 8;
const GAP = 6;
const ROW_GAP = 4;
/** A group of more cards than make a meld may go over the end of a row. */
const WHOLE = 4;

export function widest(screen: Screen): number {
  if (isShort(screen)) return 30;
  if (isUpright(screen)) return screen.width < 380 ? 29 : 33;
  if (screen.width < 1100) return 34;
  return screen.width < 1600 ? 44 : 52;
}

/** Cards that stay together in a row. */
interface Block {
  readonly group: number;
  readonly at: number;
  readonly size: number;
}

const blocksOf = (sizes: readonly number[]): Block[] =>
  sizes.flatMap((size, group) =>
    size <= WHOLE ? [{ group, at: 0, size }] : Array.from({ length: size }, (_, at): Block => ({ group, at, size: 1 })),
  );

const gapBefore = (row: readonly Block[], block: Block): number => {
  const last = row.at(-1);
  return last && last.group !== block.group ? GAP : 0;
};

const lengthOf = (row: readonly Block[], card: number): number =>
  row.reduce((total, block, at) => total + block.size * card + gapBefore(row.slice(0, at), block), 0);

/** Blocks in rows, each as full as it goes. */
function rowsAt(blocks: readonly Block[], room: number, card: number): Block[][] {
  const rows: Block[][] = [[]];
  for (const block of blocks) {
    const row = rows.at(-1)!;
    if (row.length > 0 && lengthOf([...row, block], card) > room) rows.push([block]);
    else row.push(block);
  }
  return rows;
}

/** The rows of which the longest is shortest, for so many rows at most. */
function evened(blocks: readonly Block[], room: number, card: number): Block[][] {
  const rows = rowsAt(blocks, room, card);
  for (let narrower = room - card; narrower > 0; narrower -= card / 2) {
    const tried = rowsAt(blocks, narrower, card);
    if (tried.length > rows.length || tried.some((row) => lengthOf(row, card) > room)) break;
    rows.splice(0, rows.length, ...tried);
  }
  return rows;
}

function fit(blocks: readonly Block[], room: number, screen: Screen): { card: number; rows: Block[][] } {
  const top = widest(screen);
  for (let rows = 1; rows <= 4; rows += 1)
    for (let card = top; card >= NARROWEST; card -= 0.5)
      if (rowsAt(blocks, room, card).length <= rows) return { card, rows: evened(blocks, room, card) };
  return { card: NARROWEST, rows: rowsAt(blocks, room, NARROWEST) };
}

/** `sizes`: how many cards each group has. */
export function layoutHand(sizes: readonly number[], width: number, screen: Screen): Layout {
  const { card, rows } = fit(blocksOf(sizes), width - 2 * MARGIN, screen);
  const cardHeight = card * 3;
  const lift = Math.round(cardHeight / 3);
  const places = rows.flatMap((row, index) => {
    let x = (width - lengthOf(row, card)) / 2;
    return row.flatMap((block, at) => {
      x += gapBefore(row.slice(0, at), block);
      const start = x;
      x += block.size * card;
      return Array.from({ length: block.size }, (_, place) => ({
        x: start + place * card,
        y: lift + index * (cardHeight + ROW_GAP),
        row: index,
        group: block.group,
        at: block.at + place,
      }));
    });
  });
  return { card, cardHeight, lift, height: lift + rows.length * (cardHeight + ROW_GAP), places };
}

/** The card at a point, or -1. */
export const cardAt = (layout: Layout, x: number, y: number, isLifted: (index: number) => boolean): number =>
  layout.places.findIndex((place, index) => {
    const top = place.y - (isLifted(index) ? layout.lift : 0);
    return x >= place.x && x < place.x + layout.card && y >= top && y < top + layout.cardHeight;
  });

/** Where a card that is let go at a point would go: before or behind the nearest card of that row; far outside, a new group. */
export function spotAt(layout: Layout, x: number, y: number): { group: number; at: number } {
  const rows = layout.places.at(-1)?.row ?? 0;
  const row = Math.max(0, Math.min(rows, Math.floor((y - layout.lift) / (layout.cardHeight + ROW_GAP))));
  const inRow = layout.places.filter((place) => place.row === row);
  const last = inRow.at(-1);
  if (!last) return { group: 0, at: 0 };
  if (row === rows && x > last.x + layout.card * 1.6) return { group: last.group + 1, at: 0 };
  const middle = (place: Place): number => place.x + layout.card / 2;
  const near = inRow.reduce((best, place) => (Math.abs(middle(place) - x) < Math.abs(middle(best) - x) ? place : best));
  return { group: near.group, at: near.at + Number(x > middle(near)) };
}

/** The card above or below, for the arrow keys. */
export function cardInRow(layout: Layout, from: number, step: -1 | 1): number {
  const here = layout.places[from];
  if (!here) return 0;
  const inRow = layout.places
    .map((place, index) => ({ place, index }))
    .filter(({ place }) => place.row === here.row + step);
  const nearest = inRow.sort((a, b) => Math.abs(a.place.x - here.x) - Math.abs(b.place.x - here.x))[0];
  return nearest?.index ?? from;
}
