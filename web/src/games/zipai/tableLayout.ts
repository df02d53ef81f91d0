/**
 * The arrangement of a Zi Pai table and its card widths: the preferred width, or what the area allows. Lengths in px;
 * the style sheets use the same gaps.
 */

import { isShort, isUpright, type Screen } from '../../hand/layout';

/** `tall`: seats on top, the open card below. `wide`: seats on both sides of it. `low`: everything in one row. */
export type Way = 'tall' | 'wide' | 'low';

/** What the layout has to place. */
export interface Load {
  /** Number of other players. */
  readonly others: number;
  /** The maximum over the other players of melds, discards and cards of an open hand. */
  readonly melds: number;
  readonly lying: number;
  readonly open: number;
  readonly myLying: number;
  /** Number of winning cards, shown next to the viewer's discards. */
  readonly waits: number;
  /** Number of melds in each way to eat; null if the viewer cannot answer here. */
  readonly eats: readonly number[] | null;
  /** Height of the tallest player panel. */
  readonly plate: number;
}

/** Card widths and arrangement. */
export interface TableSizes {
  readonly way: Way;
  /** In the other players' melds and discards. */
  readonly tile: number;
  readonly lying: number;
  /** In the viewer's discards and in the ways to eat. */
  readonly myLying: number;
  readonly eat: number;
  /** The open card. */
  readonly card: number;
  /** Between the two sides. */
  readonly middle: number;
  /** The space below or next to the open card: for the viewer's discards or the ways to eat. */
  readonly strip: Box;
  /** How many ways to eat are shown in total and per row; a list has the rest. */
  readonly ways: number;
  readonly inRow: number;
  /** The other players' avatars. */
  readonly face: number;
  /** A caption next to the open card names its player. */
  readonly captioned: boolean;
}

interface Box {
  readonly wide: number;
  readonly high: number;
}

interface Measures {
  /** Preferred widths of the open card, melds, the viewer's discards and ways to eat. */
  readonly card: number;
  readonly tile: number;
  readonly mine: number;
  readonly eat: number;
  /**
   * Height of the caption that names the card's player; if it is next to the card it is above the strip. 0: the message
   * says it.
   */
  readonly caption: number;
  /** The open card does not shrink below this to make room for ways to eat. */
  readonly least: number;
  /** How many ways to eat fit side by side. */
  readonly inRow: number;
  /** Width of the text next to the cards of a way to eat. */
  readonly words: number;
  /** Widths of the other players' avatars, and of a panel next to its melds. */
  readonly face: number;
  readonly plate: number;
  /** Space beside the table. */
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
/** Discards matter less than melds, so they are smaller by this factor. */
const LYING = 0.86;
const GAP = 8;
const TILE_GAP = 3;
/** The border of the open card. */
const FRAME = 10;
/** Width of the stock's pile as a fraction of the card's, and the gap before it. */
const STOCK = 0.42;
const PILE_GAP = 12;
/** A way to eat: the height of its border, its least height, and the least width of its cards. */
const PADDING = 12;
const LEAST = 44;
const LEAST_EAT = 18;
/** How many ways to eat are shown at once. */
const SEEN = 3;
/** Width of the label before the winning cards, and of each of them. */
const WAITS = 44;
const WAIT = 27;

/**
 * Reserved from the start while cards can be at least `ROOMY` wide, so that they do not shrink with every meld or
 * discard.
 */
const KEPT = { melds: 4, lying: 6 };
const ROOMY = 20;

const wayOf = (screen: Screen): Way => (isShort(screen) ? 'low' : isUpright(screen) ? 'tall' : 'wide');

function measuresOf(screen: Screen): Measures {
  if (isShort(screen)) return LOW;
  if (isUpright(screen)) return screen.width < 380 || screen.height < 700 ? SMALL : TALL;
  return screen.width < 1000 ? TABLET : WIDE;
}

const lyingOf = (tile: number): number => Math.max(NARROWEST, Math.round(tile * LYING));
const countFitting = (room: number, wide: number): number =>
  Math.max(1, Math.floor((room + TILE_GAP) / (wide + TILE_GAP)));
const rowsHigh = (count: number, inRow: number, high: number): number =>
  count === 0 ? 0 : Math.ceil(count / inRow) * (high + TILE_GAP) - TILE_GAP;

/** Height of squares wrapped into rows. */
const squaresHigh = (count: number, tile: number, room: number): number =>
  rowsHigh(count, countFitting(room, tile), tile);

/** Height of the cards in front of another player: melds three squares high, then rows of squares. */
function theirHigh({ melds, lying, open }: Pick<Load, 'melds' | 'lying' | 'open'>, tile: number, room: number): number {
  const parts = [
    rowsHigh(melds, countFitting(room, tile), 3 * tile),
    squaresHigh(lying, lyingOf(tile), room),
    squaresHigh(open, lyingOf(tile), room),
  ].filter((high) => high > 0);
  return parts.reduce((sum, high) => sum + high + TILE_GAP, 0);
}

/** The greatest width that satisfies the predicate. */
function widestThat(holds: (tile: number) => boolean, from: number, to = NARROWEST): number {
  for (let tile = from; tile > to; tile -= 1) if (holds(tile)) return tile;
  return to;
}

function tileOf(load: Load, box: Box, from: number): number {
  const fits = (asked: Load, tile: number): boolean => theirHigh(asked, tile, box.wide) <= box.high;
  const kept = { ...load, melds: Math.max(load.melds, KEPT.melds), lying: Math.max(load.lying, KEPT.lying) };
  const roomy = widestThat((tile) => fits(kept, tile), from);
  // Cards of an open hand are not melds yet, so nothing is reserved.
  return load.open === 0 && roomy >= ROOMY ? roomy : widestThat((tile) => fits(load, tile), from);
}

const eatHigh = (groups: number, eat: number): number => Math.max(LEAST, groups * (eat + 2) + PADDING);

/** Height of the visible ways to eat in rows; the last may be the button for the list. */
function eatsHigh(eats: readonly number[], seen: number, inRow: number, eat: number): number {
  const visible = eats.length > seen ? [...eats.slice(0, seen), 1] : eats;
  const rows = Array.from({ length: Math.ceil(visible.length / inRow) }, (_, at) =>
    visible.slice(at * inRow, (at + 1) * inRow),
  );
  return rows.reduce((sum, row) => sum + Math.max(...row.map((groups) => eatHigh(groups, eat))) + GAP, -GAP);
}

/** How many ways to eat fit in a box, and how wide their cards are. */
function eatsIn(
  eats: readonly number[],
  box: Box,
  { inRow, eat: from, words }: Measures,
): Pick<TableSizes, 'eat' | 'ways'> {
  const beside = Math.floor((box.wide - (inRow - 1) * GAP) / inRow);
  const most = Math.min(from, Math.floor((beside - words) / 3));
  const least = Math.min(most, LEAST_EAT);
  const few = inRow - 1;
  const fits = (ways: number, eat: number): boolean => eatsHigh(eats, ways, inRow, eat) <= box.high;
  const ways = [SEEN, few].find((count) => (count <= few || inRow <= few + 1) && fits(count, least)) ?? few;
  // If all ways fit in one row, no list is needed.
  const seen = eats.length <= inRow ? inRow : ways;
  return { eat: widestThat((tile) => fits(seen, tile), most, least), ways: seen };
}

/** `area`: the space between the bar and the message. */
export function layoutTable(area: Screen, screen: Screen, load: Load): TableSizes {
  const way = wayOf(screen);
  const measures = measuresOf(screen);
  const { card, middle, side, strip } = LAYS[way](area, load, measures);
  const tile = tileOf(load, side, measures.tile);
  const mine = strip.wide - (load.waits > 0 ? WAITS + load.waits * WAIT : 0);
  return {
    way,
    tile,
    lying: lyingOf(tile),
    myLying: widestThat((one) => squaresHigh(load.myLying, one, mine) <= strip.high, measures.mine),
    ...eatsIn(load.eats ?? [], strip, measures),
    card,
    middle,
    strip,
    inRow: measures.inRow,
    face: measures.face,
    captioned: measures.caption > 0,
  };
}

/** Width of the open card with the stock next to it. */
const withStock = (card: number): number => card + FRAME + PILE_GAP + Math.round(card * STOCK);

interface Ground {
  readonly card: number;
  readonly middle: number;
  /** The space in front of another player, and the space below or next to the open card. */
  readonly side: Box;
  readonly strip: Box;
}

const cardIn = (high: number, most: number): number =>
  Math.max(NARROWEST * 2, Math.min(most, Math.floor((high - FRAME) / 3)));

/** Height of the strip: one row of ways to eat, and more rows while the open card stays large enough. */
function stripOf({ eats }: Load, { eat, inRow, least }: Measures, left: number): number {
  const most = left - 3 * least - FRAME;
  const wanted = [eat, LEAST_EAT].map((tile) => eatsHigh(eats ?? [], inRow > 2 ? inRow - 1 : SEEN, inRow, tile));
  const fitting = wanted.find((high) => high <= most) ?? eatsHigh(eats ?? [], inRow - 1, inRow, eat);
  return Math.max(eatHigh(2, eat), Math.min(most, fitting));
}

type Lay = (area: Screen, load: Load, measures: Measures) => Ground;

const layTall: Lay = (area, load, measures) => {
  const wide = area.width - 2 * measures.edge;
  const left = area.height - load.plate - measures.caption - 3 * GAP;
  const strip = stripOf(load, measures, left);
  const high = left - strip - GAP;
  const card = cardIn(high, measures.card);
  const middle = withStock(card);
  return { card, middle, side: { wide: (wide - middle) / 2 - GAP, high }, strip: { wide, high: strip } };
};

const layWide: Lay = (area, load, measures) => {
  const { eat, words, inRow, edge, plate } = measures;
  const middle = inRow * (words + 3 * eat + GAP) - GAP;
  const left = area.height - measures.caption - 3 * GAP;
  const strip = stripOf(load, measures, left);
  const above = plate === 0 ? load.plate + GAP : 0;
  return {
    card: cardIn(left - strip, measures.card),
    middle,
    side: { wide: (area.width - 2 * edge - middle) / 2 - GAP - plate, high: area.height - GAP - above },
    strip: { wide: middle, high: strip },
  };
};

const layLow: Lay = (area, { others }, { card: most, caption, eat, words, inRow, edge, plate }) => {
  const high = area.height - GAP;
  const card = cardIn(high, most);
  const beside = inRow * (words + 3 * eat + GAP) - GAP;
  const middle = withStock(card) + GAP + beside;
  return {
    card,
    middle,
    side: { wide: (area.width - 2 * edge - middle) / others - GAP - plate, high },
    strip: { wide: beside, high: high - caption },
  };
};

const LAYS: Record<Way, Lay> = { tall: layTall, wide: layWide, low: layLow };

/** Card width of the viewer's melds next to the hand, and the least width of melds and sum. */
export function ownMeldSizes(screen: Screen, melds: number): { tile: number; wide: number } {
  const { tile } = measuresOf(screen);
  return { tile, wide: Math.max(melds === 0 ? 48 : 60, melds * (tile + 4)) };
}
