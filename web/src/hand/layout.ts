/**
 * Positions of the cards in a hand. A hand never scrolls: cards that do not fit into a row continue in another row
 * instead of shrinking. Lengths are in px.
 */

export interface Screen {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly row: number;
  /** The visible part of the card's height, if something covers its lower part. */
  readonly high?: number;
}

export interface HandLayout {
  readonly card: number;
  readonly cardHeight: number;
  readonly slice: number;
  /** How far a selected card rises. It may rise above the box of the hand. */
  readonly lift: number;
  readonly rows: number;
  readonly height: number;
  readonly places: readonly Place[];
  /** Whether the slots form columns, so that each slot is below the one before it. */
  readonly columns?: boolean;
}

export const MIN_SLICE = 26;
export const MIN_PITCH = 60;
/** The minimum visible part of a card in a row as a fraction of its width, so that its rank is not covered. */
const SHOWS = 0.33;
const MARGIN = 8;
const GAP = 10;
/** A hand with at most this many cards has larger cards. */
const FEW = 20;
/** The space above the cards into which selected cards rise. */
const HEAD = 36;
/**
 * The maximum number of cards by which a row may differ from an even distribution, so that it ends where a group ends.
 */
const REACH = 2;

export const isShort = (screen: Screen): boolean => screen.height < 500;
export const isUpright = (screen: Screen): boolean => screen.width < 700 && screen.height > screen.width;

/**
 * The largest visible part of a covered card, in px. If cards showed more of themselves, the hand would look scattered.
 */
const widestSlice = (card: number): number => Math.round(card * 0.7);

/**
 * The card width. `most` is the maximum number of cards that the hand can have, so that cards do not grow while the
 * hand gets smaller. `room` is the available width.
 */
function cardWidth(screen: Screen, most: number, room: number): number {
  const [few, many] = widthsFor(screen);
  const meant = most > FEW ? many : few;
  return rowsFor(most, room, meant) > 1 ? meant : Math.min(meant, Math.floor(room / (1 + (most - 1) * SHOWS)));
}

function widthsFor(screen: Screen): [few: number, many: number] {
  if (isShort(screen)) return [66, 58];
  if (isUpright(screen)) return [screen.height < 700 ? 66 : 80, screen.width < 380 ? 56 : 60];
  if (screen.width < 1100) return [100, 72];
  return [114, screen.width < 1300 ? 84 : 100];
}

const sliceOf = (inRow: number, room: number, card: number): number =>
  inRow < 2 ? Infinity : (room - card) / (inRow - 1);

/** The smallest number of rows in which at least the minimum slice of every card is visible. */
function rowsFor(count: number, room: number, card: number): number {
  let rows = 1;
  while (rows < count && sliceOf(Math.ceil(count / rows), room, card) < MIN_SLICE) rows += 1;
  return rows;
}

/** The number of slots in each row. Earlier rows have more slots, but a row ends where a group ends if that is near. */
export function rowsOf(groups: readonly number[], rows: number, most: number): number[] {
  const counts: number[] = [];
  let at = 0;
  for (let left = rows; left > 0; left -= 1) {
    const rest = groups.length - at;
    const even = Math.ceil(rest / left);
    const fits = (count: number): boolean => count > 0 && count <= most && rest - count <= (left - 1) * most;
    const ends = (count: number): boolean => groups[at + count - 1] !== groups[at + count];
    const near = Array.from({ length: 2 * REACH + 1 }, (_, step) => even - REACH + step)
      .filter((count) => count <= rest && fits(count) && ends(count))
      .sort((a, b) => Math.abs(a - even) - Math.abs(b - even));
    const count = left === 1 ? rest : (near[0] ?? even);
    counts.push(count);
    at += count;
  }
  return counts.filter((count) => count > 0);
}

/**
 * Lays out overlapping cards in rows, with gaps between groups if there is room. `groups` has the group of each slot
 * from left to right.
 */
export function layoutHand(groups: readonly number[], width: number, screen: Screen, places = 0): HandLayout {
  const card = cardWidth(screen, Math.max(places, groups.length), width - 2 * MARGIN);
  const cardHeight = Math.round((card * 7) / 5);
  const room = width - 2 * MARGIN - card;
  const most = Math.max(1, Math.floor(room / MIN_SLICE) + 1);
  const lift = isShort(screen) ? 24 : Math.round(cardHeight / 3);
  const head = isShort(screen) ? 16 : Math.min(lift, HEAD);
  const pitch = Math.max(MIN_PITCH, Math.round(cardHeight * 0.786));
  let from = 0;
  const rows = rowsOf(groups, rowsFor(groups.length, width - 2 * MARGIN, card), most).map((count) => {
    const own = groups.slice(from, from + count);
    from += count;
    const breaks = own.filter((group, at) => at > 0 && group !== own[at - 1]).length;
    const gap = breaks === 0 ? 0 : Math.max(0, Math.min(GAP, (room - MIN_SLICE * (count - 1)) / breaks));
    return { own, gap, slice: count < 2 ? Infinity : (room - gap * breaks) / (count - 1), breaks };
  });
  const slice = Math.min(widestSlice(card), ...rows.map((row) => row.slice));
  const positions = rows.flatMap(({ own, gap, breaks }, row) => {
    let x = (width - card - slice * (own.length - 1) - gap * breaks) / 2;
    return own.map((group, at) => {
      if (at > 0) x += slice + (group === own[at - 1] ? 0 : gap);
      return { x, y: head + row * pitch, row };
    });
  });
  const count = Math.max(1, rows.length);
  return {
    card,
    cardHeight,
    slice,
    lift,
    rows: count,
    height: head + (count - 1) * pitch + cardHeight,
    places: positions,
  };
}

/** The index of the topmost card at a point, or -1. A lifted card is found where it is drawn. */
export function cardAt(layout: HandLayout, x: number, y: number, isLifted: (index: number) => boolean): number {
  for (let index = layout.places.length - 1; index >= 0; index -= 1) {
    const place = layout.places[index]!;
    const top = place.y - (isLifted(index) ? layout.lift : 0);
    if (x >= place.x && x < place.x + layout.card && y >= top && y < top + layout.cardHeight) return index;
  }
  return -1;
}

/**
 * The indices of the cards in a sweep from one card to another: in all rows from the first to the last, the cards
 * between the two columns.
 */
export function cardsBetween(layout: HandLayout, from: number, to: number): number[] {
  const a = layout.places[from];
  const b = layout.places[to];
  if (!a || !b) return [];
  const [left, right] = a.x < b.x ? [a.x, b.x] : [b.x, a.x];
  const [top, bottom] = a.row < b.row ? [a.row, b.row] : [b.row, a.row];
  const near = layout.slice / 2;
  return layout.places.flatMap((place, index) =>
    place.row >= top && place.row <= bottom && place.x > left - near && place.x < right + near ? [index] : [],
  );
}

/** Index of the card at the same height in the previous or next column, or `from` if there is no such column. */
export function cardInColumn(layout: HandLayout, from: number, step: -1 | 1): number {
  const here = layout.places[from];
  if (!here) return 0;
  const xs = [...new Set(layout.places.map(({ x }) => x))].sort((a, b) => a - b);
  const x = xs[xs.indexOf(here.x) + step];
  const column = layout.places.map((place, index) => ({ place, index })).filter(({ place }) => place.x === x);
  const nearest = column.sort((a, b) => Math.abs(a.place.row - here.row) - Math.abs(b.place.row - here.row))[0];
  return nearest?.index ?? from;
}

/** Index of the card above or below, for the arrow keys, or `from` if there is no such row. */
export function cardInRow(layout: HandLayout, from: number, step: -1 | 1): number {
  const here = layout.places[from];
  if (!here) return 0;
  const row = layout.places
    .map((place, index) => ({ place, index }))
    .filter(({ place }) => place.row === here.row + step);
  const nearest = row.sort((a, b) => Math.abs(a.place.x - here.x) - Math.abs(b.place.x - here.x))[0];
  return nearest?.index ?? from;
}

/** Centres the rows vertically in a height that has room for more. */
export function centreRows(layout: HandLayout, height: number): HandLayout {
  const by = Math.max(0, (height - layout.height) / 2);
  return { ...layout, height: layout.height + 2 * by, places: layout.places.map((at) => ({ ...at, y: at.y + by })) };
}

/** The arrangement of the cards of one play: visible slice of each card, rows, cards per row, and the total size. */
export interface PlayLayout {
  readonly card: number;
  readonly slice: number;
  readonly rows: number;
  readonly perRow: number;
  readonly pitch: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The visible part of a covered card as a fraction of its width: the usual one, and the smallest one before a play is
 * wrapped into two rows.
 */
const SHOWN = 0.68;
const INDEX = 0.4;

/** Lays out the cards of one play on the table. If they do not fit into two rows, they overlap more. */
export function layoutPlay(count: number, width: number, card: number): PlayLayout {
  const rows = count < 2 || (width - card) / (count - 1) >= card * INDEX ? 1 : 2;
  const perRow = Math.max(1, Math.ceil(count / rows));
  const slice = Math.floor(Math.min(card * SHOWN, perRow < 2 ? Infinity : Math.max(1, (width - card) / (perRow - 1))));
  const cardHeight = Math.round((card * 7) / 5);
  const pitch = Math.round(cardHeight * 0.5);
  return {
    card,
    slice,
    rows,
    perRow,
    pitch,
    width: card + (perRow - 1) * slice,
    height: cardHeight + (rows - 1) * pitch,
  };
}

/** `layoutPlay` with cards that are no wider than `card`, and narrower if there is less room. */
export function fitPlay(
  count: number,
  room: Pick<Screen, 'width' | 'height'>,
  card: number,
  least: number,
): PlayLayout {
  let fit = layoutPlay(count, room.width, card);
  while (fit.card > least && fit.height > room.height) fit = layoutPlay(count, room.width, fit.card - 1);
  return fit;
}
