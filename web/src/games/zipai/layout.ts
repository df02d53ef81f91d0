/** Where the cards of a Zi Pai hand lie: narrow cards side by side in one to three rows, a gap between groups. Lengths in px. */

import { isShort, isUpright, MIN_PITCH, type HandLayout, type Screen } from '../../hand/layout';

export const NARROWEST = 26;
const MARGIN = 8;
const GAP = 6;
const ROW_GAP = 4;
/** How much of its height a chosen card rises: long cards need not rise far. */
const LIFT = 0.2;
/** How far the rows of a small phone are apart, in heights of a card: one row lies over the lower part of the other. */
const PITCH = 0.7;
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
  readonly size: number;
}

/** `groups`: the group of each card, left to right. */
function blocksOf(groups: readonly number[]): Block[] {
  const sizes = new Map<number, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return [...sizes].flatMap(([group, size]) =>
    size <= WHOLE ? [{ group, size }] : Array.from({ length: size }, () => ({ group, size: 1 })),
  );
}

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

const isSmall = (screen: Screen): boolean => isUpright(screen) && screen.height < 700;

export function layoutNarrow(groups: readonly number[], width: number, screen: Screen): HandLayout {
  const { card, rows } = fit(blocksOf(groups), width - 2 * MARGIN, screen);
  const cardHeight = card * 3;
  const lift = Math.round(cardHeight * LIFT);
  const pitch = isSmall(screen) ? Math.max(MIN_PITCH, Math.round(cardHeight * PITCH)) : cardHeight + ROW_GAP;
  const places = rows.flatMap((row, index) => {
    let x = (width - lengthOf(row, card)) / 2;
    return row.flatMap((block, at) => {
      x += gapBefore(row.slice(0, at), block);
      const start = x;
      x += block.size * card;
      return Array.from({ length: block.size }, (_, place) => ({
        x: start + place * card,
        y: lift + index * pitch,
        row: index,
      }));
    });
  });
  const height = lift + (rows.length - 1) * pitch + cardHeight + ROW_GAP;
  return { card, cardHeight, slice: card, lift, rows: rows.length, height, places };
}
