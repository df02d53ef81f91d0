/**
 * The layout of a Zi Pai table: its arrangement and the widths of its cards. Each width is the preferred one, or a
 * smaller one that the area has room for. Lengths are in px; the style sheets use the same gaps.
 */

import { isShort, isUpright, type Screen } from '../../hand/layout';

/**
 * `tall`: the seats are at the top and the open card is below them. `wide`: the seats are on both sides of the open
 * card. `low`: everything is in one row.
 */
export type Way = 'tall' | 'wide' | 'low';

/** The number and size of what the layout has to place. */
export interface Load {
  /** Number of other players. */
  readonly others: number;
  /** The largest numbers that any other player has of melds, discards and cards of an open hand. */
  readonly melds: number;
  readonly lying: number;
  readonly open: number;
  readonly myLying: number;
  /** The number of cards that would win, which are shown next to the viewer's discards. */
  readonly waits: number;
  /** For each way to eat, its number of melds; null if the viewer cannot answer here. */
  readonly eats: readonly number[] | null;
  /** The height of the tallest player panel. */
  readonly plate: number;
}

/** The arrangement, and the widths of the cards. */
export interface TableSizes {
  readonly way: Way;
  /** The card width in the other players' melds, and in their discards. */
  readonly tile: number;
  readonly lying: number;
  /** The card width in the viewer's discards, and in the ways to eat. */
  readonly myLying: number;
  readonly eat: number;
  /** The card width of the open card. */
  readonly card: number;
  /** The width between the two sides of the table. */
  readonly middle: number;
  /** The space below or next to the open card, for the viewer's discards or the ways to eat. */
  readonly strip: Box;
  /** How many ways to eat are shown in total, and per row. If there are more, a list has the remaining ones. */
  readonly ways: number;
  readonly inRow: number;
  /** The width of the other players' avatars. */
  readonly face: number;
  /** Whether a caption next to the open card names the player who drew it or put it out. */
  readonly captioned: boolean;
}

interface Box {
  readonly wide: number;
  readonly high: number;
}

interface Measures {
  /** The preferred card widths: of the open card, the melds, the viewer's discards and the ways to eat. */
  readonly card: number;
  readonly tile: number;
  readonly mine: number;
  readonly eat: number;
  /**
   * The height of the caption that names the player of the open card. If the caption is next to the card, it is above
   * the strip. If the height is 0, the message below the table names the player.
   */
  readonly caption: number;
  /** The open card does not become narrower than this to make room for ways to eat. */
  readonly least: number;
  /** How many ways to eat fit next to each other. */
  readonly inRow: number;
  /** The width of the text next to the cards of a way to eat. */
  readonly words: number;
  /** The width of the other players' avatars, and of a player panel that is next to the player's melds. */
  readonly face: number;
  readonly plate: number;
  /** The width of the margin beside the table. */
  readonly edge: number;
}

const TALL: Measures = {
  card: 62,
  caption: 40,
  least: 46,
  tile: 28,
  mine: 33,
  eat: 29,
  words: 96,
  inRow: 2,
  face: 64,
  plate: 0,
  edge: 8,
};
const SMALL: Measures = { ...TALL, caption: 0, least: 30, mine: 28, eat: 24, face: 44 };
const WIDE: Measures = {
  card: 66,
  caption: 40,
  least: 46,
  tile: 36,
  mine: 36,
  eat: 30,
  words: 96,
  inRow: 3,
  face: 88,
  plate: 112,
  edge: 24,
};
const TABLET: Measures = { ...WIDE, tile: 30, eat: 29, inRow: 2, face: 64, plate: 0, edge: 12 };
const LOW: Measures = {
  card: 48,
  caption: 40,
  least: 30,
  tile: 28,
  mine: 24,
  eat: 20,
  words: 88,
  inRow: 2,
  face: 44,
  plate: 92,
  edge: 8,
};

const NARROWEST = 13;
/** Discards are narrower than melds by this factor, because they matter less. */
const LYING = 0.86;
const GAP = 8;
const TILE_GAP = 3;
/** The space that the border of the open card takes. */
const FRAME = 10;
/** The width of the pile of the stock as a fraction of the open card's width, and the gap between them. */
const STOCK = 0.42;
const PILE_GAP = 12;
/** For a way to eat: the height of its border, its minimum height, and the minimum width of its cards. */
const PADDING = 12;
const LEAST = 44;
const LEAST_EAT = 18;
/** How many ways to eat are shown at the same time. */
const SEEN = 3;
/** The width of the label before the winning cards, and of each of these cards. */
const WAITS = 44;
const WAIT = 27;

/**
 * The numbers of melds and discards for which room is reserved from the start, as long as cards can be `ROOMY` wide, so
 * that cards do not shrink with every meld or discard.
 */
const KEPT = { melds: 4, lying: 6 };
const ROOMY = 20;

const arrangementOf = (screen: Screen): Way => (isShort(screen) ? 'low' : isUpright(screen) ? 'tall' : 'wide');

function measuresOf(screen: Screen): Measures {
  if (isShort(screen)) return LOW;
  if (isUpright(screen)) return screen.width < 380 || screen.height < 700 ? SMALL : TALL;
  return screen.width < 1000 ? TABLET : WIDE;
}

const discardWidth = (tile: number): number => Math.max(NARROWEST, Math.round(tile * LYING));
const countFitting = (room: number, wide: number): number =>
  Math.max(1, Math.floor((room + TILE_GAP) / (wide + TILE_GAP)));
const rowsHeight = (count: number, inRow: number, high: number): number =>
  count === 0 ? 0 : Math.ceil(count / inRow) * (high + TILE_GAP) - TILE_GAP;

/** The height of square cards that are wrapped into rows. */
const squaresHeight = (count: number, tile: number, room: number): number =>
  rowsHeight(count, countFitting(room, tile), tile);

/**
 * The height of the cards in front of another player: rows of melds, which are three squares high, and then rows of
 * squares.
 */
function seatCardsHeight(
  { melds, lying, open }: Pick<Load, 'melds' | 'lying' | 'open'>,
  tile: number,
  room: number,
): number {
  const parts = [
    rowsHeight(melds, countFitting(room, tile), 3 * tile),
    squaresHeight(lying, discardWidth(tile), room),
    squaresHeight(open, discardWidth(tile), room),
  ].filter((high) => high > 0);
  return parts.reduce((sum, high) => sum + high + TILE_GAP, 0);
}

/** The largest width, from `from` down to `to`, for which the predicate holds; `to` if it holds for none. */
function widestWhere(holds: (tile: number) => boolean, from: number, to = NARROWEST): number {
  for (let tile = from; tile > to; tile -= 1) if (holds(tile)) return tile;
  return to;
}

function meldCardWidth(load: Load, box: Box, from: number): number {
  const fits = (asked: Load, tile: number): boolean => seatCardsHeight(asked, tile, box.wide) <= box.high;
  const kept = { ...load, melds: Math.max(load.melds, KEPT.melds), lying: Math.max(load.lying, KEPT.lying) };
  const roomy = widestWhere((tile) => fits(kept, tile), from);
  // The cards of an open hand are not melds yet, so no room is reserved for further melds.
  return load.open === 0 && roomy >= ROOMY ? roomy : widestWhere((tile) => fits(load, tile), from);
}

const eatButtonHeight = (groups: number, eat: number): number => Math.max(LEAST, groups * (eat + 2) + PADDING);

/** The height of the ways to eat that are shown, in rows. If there are more ways, the last button opens the list. */
function eatRowsHeight(eats: readonly number[], seen: number, inRow: number, eat: number): number {
  const visible = eats.length > seen ? [...eats.slice(0, seen), 1] : eats;
  const rows = Array.from({ length: Math.ceil(visible.length / inRow) }, (_, at) =>
    visible.slice(at * inRow, (at + 1) * inRow),
  );
  return rows.reduce((sum, row) => sum + Math.max(...row.map((groups) => eatButtonHeight(groups, eat))) + GAP, -GAP);
}

/** How many ways to eat fit into a box, and how wide their cards are. */
function fitEatChoices(
  eats: readonly number[],
  box: Box,
  { inRow, eat: from, words }: Measures,
): Pick<TableSizes, 'eat' | 'ways'> {
  const beside = Math.floor((box.wide - (inRow - 1) * GAP) / inRow);
  const most = Math.min(from, Math.floor((beside - words) / 3));
  const least = Math.min(most, LEAST_EAT);
  const few = inRow - 1;
  const fits = (ways: number, eat: number): boolean => eatRowsHeight(eats, ways, inRow, eat) <= box.high;
  const ways = [SEEN, few].find((count) => (count <= few || inRow <= few + 1) && fits(count, least)) ?? few;
  // If all ways fit in one row, no list is needed.
  const seen = eats.length <= inRow ? inRow : ways;
  return { eat: widestWhere((tile) => fits(seen, tile), most, least), ways: seen };
}

/** The sizes for an area, which is the space between the bar and the message. */
export function layoutTable(area: Screen, screen: Screen, load: Load): TableSizes {
  const way = arrangementOf(screen);
  const measures = measuresOf(screen);
  const { card, middle, side, strip } = LAYS[way](area, load, measures);
  const tile = meldCardWidth(load, side, measures.tile);
  const mine = strip.wide - (load.waits > 0 ? WAITS + load.waits * WAIT : 0);
  return {
    way,
    tile,
    lying: discardWidth(tile),
    myLying: widestWhere((one) => squaresHeight(load.myLying, one, mine) <= strip.high, measures.mine),
    ...fitEatChoices(load.eats ?? [], strip, measures),
    card,
    middle,
    strip,
    inRow: measures.inRow,
    face: measures.face,
    captioned: measures.caption > 0,
  };
}

/** The width of the open card together with the stock next to it. */
const widthWithStock = (card: number): number => card + FRAME + PILE_GAP + Math.round(card * STOCK);

interface Ground {
  readonly card: number;
  readonly middle: number;
  /** The space in front of another player, and the space below or next to the open card. */
  readonly side: Box;
  readonly strip: Box;
}

const openCardWidth = (high: number, most: number): number =>
  Math.max(NARROWEST * 2, Math.min(most, Math.floor((high - FRAME) / 3)));

/**
 * The height of the strip. It has room for one row of ways to eat, and for more rows if the open card stays at least
 * `least` wide.
 */
function stripHeight({ eats }: Load, { eat, inRow, least }: Measures, left: number): number {
  const most = left - 3 * least - FRAME;
  const wanted = [eat, LEAST_EAT].map((tile) => eatRowsHeight(eats ?? [], inRow > 2 ? inRow - 1 : SEEN, inRow, tile));
  const fitting = wanted.find((high) => high <= most) ?? eatRowsHeight(eats ?? [], inRow - 1, inRow, eat);
  return Math.max(eatButtonHeight(2, eat), Math.min(most, fitting));
}

type Lay = (area: Screen, load: Load, measures: Measures) => Ground;

const layTall: Lay = (area, load, measures) => {
  const wide = area.width - 2 * measures.edge;
  const left = area.height - load.plate - measures.caption - 3 * GAP;
  const strip = stripHeight(load, measures, left);
  const high = left - strip - GAP;
  const card = openCardWidth(high, measures.card);
  const middle = widthWithStock(card);
  return { card, middle, side: { wide: (wide - middle) / 2 - GAP, high }, strip: { wide, high: strip } };
};

const layWide: Lay = (area, load, measures) => {
  const { eat, words, inRow, edge, plate } = measures;
  const middle = inRow * (words + 3 * eat + GAP) - GAP;
  const left = area.height - measures.caption - 3 * GAP;
  const strip = stripHeight(load, measures, left);
  const above = plate === 0 ? load.plate + GAP : 0;
  return {
    card: openCardWidth(left - strip, measures.card),
    middle,
    side: { wide: (area.width - 2 * edge - middle) / 2 - GAP - plate, high: area.height - GAP - above },
    strip: { wide: middle, high: strip },
  };
};

const layLow: Lay = (area, { others }, { card: most, caption, eat, words, inRow, edge, plate }) => {
  const high = area.height - GAP;
  const card = openCardWidth(high, most);
  const beside = inRow * (words + 3 * eat + GAP) - GAP;
  const middle = widthWithStock(card) + GAP + beside;
  return {
    card,
    middle,
    side: { wide: (area.width - 2 * edge - middle) / others - GAP - plate, high },
    strip: { wide: beside, high: high - caption },
  };
};

const LAYS: Record<Way, Lay> = { tall: layTall, wide: layWide, low: layLow };

/** The card width of the viewer's melds next to the hand, and the minimum width of the melds and the points. */
export function ownMeldSizes(screen: Screen, melds: number): { tile: number; wide: number } {
  const { tile } = measuresOf(screen);
  return { tile, wide: Math.max(melds === 0 ? 48 : 60, melds * (tile + 4)) };
}
