/** Where the cards of a hand lie: it never scrolls, and folds into rows instead of shrinking. Lengths in px. */

export interface Screen {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly row: number;
}

export interface HandLayout {
  readonly card: number;
  readonly cardHeight: number;
  readonly slice: number;
  /** How far a selected card rises; the room for it is part of the height. */
  readonly lift: number;
  readonly rows: number;
  readonly height: number;
  readonly places: readonly Place[];
}

export const MIN_SLICE = 26;
export const MIN_PITCH = 60;
const MARGIN = 8;
const GAP = 10;
/** How far from an even row's end a row may end, to end where a group does. */
const REACH = 2;

export const isShort = (screen: Screen): boolean => screen.height < 500;
export const isUpright = (screen: Screen): boolean => screen.width < 700 && screen.height > screen.width;

/** A wide slice looks torn: few cards stay together. */
const widestSlice = (card: number): number => Math.round(card * 0.62);

export function cardWidth(screen: Screen): number {
  if (isShort(screen)) return 58;
  if (screen.width < 380) return 56;
  if (screen.width < 700) return 60;
  if (screen.width < 1100) return 72;
  return screen.width < 1600 ? 84 : 96;
}

const sliceOf = (inRow: number, room: number, card: number): number =>
  inRow < 2 ? Infinity : (room - card) / (inRow - 1);

/** The fewest rows in which every card shows its slice. */
export function rowsFor(count: number, room: number, card: number): number {
  let rows = 1;
  while (rows < count && sliceOf(Math.ceil(count / rows), room, card) < MIN_SLICE) rows += 1;
  return rows;
}

/** How many places each row has: the fuller rows first, but a row ends where a group does if that is near. */
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

/** Overlapping cards in rows, a gap between groups where there is room. `groups`: the group of each place, left to right. */
export function layoutHand(groups: readonly number[], width: number, screen: Screen): HandLayout {
  const card = cardWidth(screen);
  const cardHeight = Math.round((card * 7) / 5);
  const room = width - 2 * MARGIN - card;
  const most = Math.max(1, Math.floor(room / MIN_SLICE) + 1);
  const lift = Math.round(cardHeight / 3);
  const pitch = Math.max(MIN_PITCH, Math.round(cardHeight * 0.7));
  let from = 0;
  const rows = rowsOf(groups, rowsFor(groups.length, width - 2 * MARGIN, card), most).map((count) => {
    const own = groups.slice(from, from + count);
    from += count;
    const breaks = own.filter((group, at) => at > 0 && group !== own[at - 1]).length;
    const gap = breaks === 0 ? 0 : Math.max(0, Math.min(GAP, (room - MIN_SLICE * (count - 1)) / breaks));
    return { own, gap, slice: count < 2 ? Infinity : (room - gap * breaks) / (count - 1), breaks };
  });
  const slice = Math.min(widestSlice(card), ...rows.map((row) => row.slice));
  const places = rows.flatMap(({ own, gap, breaks }, row) => {
    let x = (width - card - slice * (own.length - 1) - gap * breaks) / 2;
    return own.map((group, at) => {
      if (at > 0) x += slice + (group === own[at - 1] ? 0 : gap);
      return { x, y: lift + row * pitch, row };
    });
  });
  const count = Math.max(1, rows.length);
  return { card, cardHeight, slice, lift, rows: count, height: lift + (count - 1) * pitch + cardHeight, places };
}

/** The card on top at a point, or -1. A lifted card is where it is seen. */
export function cardAt(layout: HandLayout, x: number, y: number, isLifted: (index: number) => boolean): number {
  for (let index = layout.places.length - 1; index >= 0; index -= 1) {
    const place = layout.places[index]!;
    const top = place.y - (isLifted(index) ? layout.lift : 0);
    if (x >= place.x && x < place.x + layout.card && y >= top && y < top + layout.cardHeight) return index;
  }
  return -1;
}

/** The cards that a stroke between two cards runs over: in each row from one to the other, the part between their columns. */
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

/** The card that lies above or below a card, for the arrow keys; the same card where there is no such row. */
export function cardInRow(layout: HandLayout, from: number, step: -1 | 1): number {
  const here = layout.places[from];
  if (!here) return 0;
  const row = layout.places
    .map((place, index) => ({ place, index }))
    .filter(({ place }) => place.row === here.row + step);
  const nearest = row.sort((a, b) => Math.abs(a.place.x - here.x) - Math.abs(b.place.x - here.x))[0];
  return nearest?.index ?? from;
}

/** Cards of one play on the table: they overlap more than in the hand, fold into two rows, and then draw together. */
export function layoutPlay(
  count: number,
  width: number,
  card: number,
): { slice: number; perRow: number; rows: number } {
  const wanted = Math.round(card * 0.44);
  const fitting = (slice: number): number => Math.max(1, Math.floor((width - card) / slice) + 1);
  const rows = fitting(wanted) >= count ? 1 : 2;
  const perRow = Math.max(1, Math.ceil(count / rows));
  const slice = perRow > fitting(wanted) ? (width - card) / (perRow - 1) : wanted;
  return { slice, rows, perRow };
}
