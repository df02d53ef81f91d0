/**
 * How what lies on a Zi Pai table is arranged, and how wide its cards are: as wide as those of the hand, or as the room
 * allows. Lengths in px; the style sheets keep the same gaps.
 */

import { isShort, type Screen } from '../../hand/layout';
import { widest } from './layout';

/** `tall`: the others above, one's own below. `wide`: the same round a well in the middle. `low`: all side by side. */
export type Way = 'tall' | 'wide' | 'low';

/** How much there is to lay down. */
export interface Load {
  /** The most that one of the others has: melds, cards put out, cards of an open hand. */
  readonly melds: number;
  readonly lying: number;
  readonly open: number;
  readonly myMelds: number;
  readonly myLying: number;
  /** How many groups each way to eat has; null: nobody answers here. */
  readonly eats: readonly number[] | null;
  /** How high the highest plate is, and the panel with one's points. */
  readonly plate: number;
  readonly tally: number;
}

/** How wide cards are. */
export interface TableSizes {
  readonly way: Way;
  /** In the melds of the others, and in one's own. */
  readonly tile: number;
  readonly myTile: number;
  /** In what they and oneself put out. */
  readonly lying: number;
  readonly myLying: number;
  /** In the middle, and in the ways to eat. */
  readonly card: number;
  readonly eat: number;
  /** How many cards put out the others have in a row. */
  readonly inRow: number;
  /** The faces of the others. */
  readonly face: number;
  /** Between the two sides. */
  readonly middle: number;
  /** The most room for the ways to eat; `line`: only one row of them is seen, `over`: and even that lies over other things. */
  readonly eats: Place & { readonly line: boolean; readonly over: boolean };
}

interface Box {
  readonly wide: number;
  readonly high: number;
}

interface Place extends Box {
  /** Below one's own melds, not beside them. */
  readonly below: boolean;
}

/** As wide as the cards of the hand, and wider where these only are narrow for their number. */
const GENEROUS = 44;
const NARROWEST = 13;
/** A way to eat that is narrower cannot be read in a hurry; melds fold into rows rather than become narrower. */
const EAT_NARROWEST = 18;
const EAT_WIDEST = 36;
const READABLE = 24;
/** A tile by its width, and a meld: three tiles, however many cards it has. */
const HIGH = 1.12;
const MELD_HIGH = 3 * HIGH;
/** What was put out matters less than melds, and the card in the middle more than all. */
const LYING = 0.86;
const TURNED = 1.4;
/** The longest row beside melds. */
const ROW = 6;

/** Beside the table, and above it. */
const EDGE: Record<Way, number> = { tall: 8, wide: 24, low: 8 };
const TOP: Record<Way, number> = { tall: 4, wide: 12, low: 4 };
const GAP = 8;
const MELD_GAP = 4;
const LYING_GAP = 2;
/** The line that says whose the card in the middle is; the stock. */
const WHOSE = 24;
const STOCK = 42;
/** A way to eat: what its edge takes, its least width, and how far it is from the next. */
const EAT_EDGE = 12;
const EAT_LEAST = 44;
const EAT_GAP = 4;
/** A row of ways to eat, which there always is. */
const ONE_ROW = EAT_NARROWEST * MELD_HIGH + EAT_EDGE + 2 * EAT_GAP;

/** Kept free from the first where cards can still be as wide as this, so that they do not shrink with each that is laid. */
const KEPT = { melds: 4, lying: 6, myMelds: 3, myLying: 6, eats: [1, 1] };
const ROOMY = 16;

const MIDDLE: Record<Way, (width: number) => number> = {
  tall: () => 64,
  wide: (width) => Math.min(480, Math.round(width * 0.3)),
  low: () => 64,
};

/** Words beside a smaller face take fewer lines. */
const faceOf = (way: Way, screen: Screen): number => (way === 'low' || screen.width < 380 ? 32 : 44);

const wayOf = (screen: Screen): Way => (isShort(screen) ? 'low' : screen.width < 900 ? 'tall' : 'wide');

/** The room of each side, and of the own one. In a low table two columns are on each side of the middle. */
function sideOf(way: Way, width: number): number {
  const half = (width - 2 * EDGE[way] - MIDDLE[way](width) - 2 * GAP) / 2;
  return way === 'low' ? (half - GAP) / 2 : half;
}
const ownOf = (way: Way, width: number): number => (way === 'tall' ? width - 2 * EDGE[way] : sideOf(way, width));

const lyingOf = (tile: number): number => Math.max(NARROWEST, Math.round(tile * LYING));
const fitting = (room: number, wide: number, gap: number): number =>
  Math.max(0, Math.floor((room + gap) / (wide + gap)));
const together = (count: number, wide: number, gap: number): number => Math.max(0, count * (wide + gap) - gap);
const rowsHigh = (count: number, inRow: number, high: number, gap: number): number =>
  count === 0 ? 0 : together(Math.ceil(count / inRow), high, gap);

const meldsWide = (count: number, tile: number): number => together(count, tile, MELD_GAP);
const meldsHigh = (count: number, tile: number, room: number): number =>
  rowsHigh(count, fitting(room, tile, MELD_GAP), tile * MELD_HIGH, MELD_GAP);
const lyingHigh = (count: number, tile: number, inRow: number): number =>
  rowsHigh(count, inRow, lyingOf(tile) * HIGH, LYING_GAP);

/** The table to lay, and what is to be laid on it. */
interface Ground {
  readonly way: Way;
  readonly load: Load;
  readonly room: Box;
  /** The width of a seat's side, of one's own, and of what is between the sides. */
  readonly side: number;
  readonly own: number;
  readonly middle: number;
  /** The widest a card may be. */
  readonly most: number;
}

/** What lies before one of the others: how many cards put out are in a row, and how high it is. */
interface Before {
  readonly inRow: number;
  readonly high: number;
}

/** Cards put out lie below melds or beside them, whatever is lower. */
function beforeOf({ load, side }: Ground, tile: number): Before {
  const melds = meldsHigh(load.melds, tile, side);
  const inRow = fitting(side, lyingOf(tile), LYING_GAP);
  const below = { inRow, high: melds + MELD_GAP + lyingHigh(load.lying, tile, inRow) };
  const rest = Math.min(ROW, fitting(side - meldsWide(load.melds, tile) - GAP, lyingOf(tile), LYING_GAP));
  const beside = { inRow: rest, high: Math.max(melds, lyingHigh(load.lying, tile, rest)) };
  return below.high < beside.high ? below : beside;
}

/** The height of a seat's side. */
function theirHigh(ground: Ground, tile: number): number {
  const { load, side } = ground;
  const open = lyingHigh(load.open, tile, fitting(side, lyingOf(tile), LYING_GAP));
  return load.plate + MELD_GAP + beforeOf(ground, tile).high + (open > 0 ? MELD_GAP + open : 0);
}

/** The height of one's own side: melds, points, and what was put out. */
function ownHigh({ way, load, own }: Ground, tile: number): number {
  const melds = meldsHigh(load.myMelds, tile, own);
  const rest = way === 'tall' ? own - meldsWide(load.myMelds, tile) - GAP : own;
  const lying = lyingHigh(load.myLying, tile, fitting(rest, lyingOf(tile), LYING_GAP));
  return {
    tall: load.tally + MELD_GAP + Math.max(melds, lying, load.eats?.length ? ONE_ROW : 0),
    wide: Math.max(melds, load.tally + GAP + lying),
    low: load.tally + MELD_GAP + melds,
  }[way];
}

/** The card in the middle with what is said below it; where there is little room, the stock lies with one's points. */
const middleHigh = (way: Way, card: number): number => card * 3 + WHOSE + (way === 'wide' ? STOCK : 0);

const eatWide = (groups: number, tile: number): number =>
  Math.max(EAT_LEAST, together(groups, tile, LYING_GAP) + EAT_EDGE);

/** The height of the ways to eat in rows, each as wide as it is, with an edge round all. */
function eatsHigh(eats: readonly number[], tile: number, room: number): number {
  const rows = eats.reduce<number[]>((lengths, groups) => {
    const wide = eatWide(groups, tile) + EAT_GAP;
    const last = lengths.at(-1) ?? Infinity;
    return last + wide > room ? [...lengths, EAT_GAP + wide] : [...lengths.slice(0, -1), last + wide];
  }, []);
  return rows.some((length) => length > room)
    ? Infinity
    : rows.length * (tile * MELD_HIGH + EAT_EDGE + EAT_GAP) + EAT_GAP;
}

/** The widest for which it holds. */
function widestThat(holds: (tile: number) => boolean, from: number, to = NARROWEST): number | null {
  for (let tile = from; tile >= to; tile -= 1) if (holds(tile)) return tile;
  return null;
}

const kept = (asked: Load): Load => ({
  ...asked,
  melds: Math.max(asked.melds, KEPT.melds),
  lying: Math.max(asked.lying, KEPT.lying),
  myMelds: Math.max(asked.myMelds, KEPT.myMelds),
  myLying: Math.max(asked.myLying, KEPT.myLying),
  eats: asked.eats?.length === 0 ? KEPT.eats : asked.eats,
});

function groundOf(area: Screen, screen: Screen, load: Load): Ground {
  const way = wayOf(screen);
  return {
    way,
    load,
    room: { wide: area.width, high: area.height - TOP[way] },
    side: sideOf(way, area.width),
    own: ownOf(way, area.width),
    middle: MIDDLE[way](area.width),
    most: Math.max(widest(screen), screen.width < 700 || way === 'low' ? 0 : GENEROUS),
  };
}

/** The card in the middle, beside melds of these widths. */
function cardOf(ground: Ground, tile: number, myTile: number): number {
  const { way, room, most } = ground;
  const free = { tall: theirHigh(ground, tile), wide: room.high - GAP - ownHigh(ground, myTile), low: room.high }[way];
  return Math.min(Math.round(most * TURNED), Math.floor((free - middleHigh(way, 0)) / 3));
}

/** Where the ways to eat may lie. */
function placesOf(ground: Ground, tile: number, myTile: number): Place[] {
  const { way, load, room, side, own, middle } = ground;
  if (way === 'low') return [{ wide: side, high: room.high, below: false }];
  if (way === 'wide')
    return [{ wide: middle, high: room.high - middleHigh(way, cardOf(ground, tile, myTile)) - GAP, below: false }];
  const high = room.high - theirHigh(ground, tile) - GAP - load.tally - MELD_GAP;
  return [
    { wide: own - meldsWide(load.myMelds, myTile) - GAP, high, below: false },
    { wide: own, high: high - meldsHigh(load.myMelds, myTile, own) - MELD_GAP, below: true },
  ];
}

/** How wide the cards of the ways to eat may be in a place; null: there is no room for all of them. */
const eatIn = ({ load, most }: Ground, { wide, high }: Box): number | null =>
  widestThat((tile) => eatsHigh(load.eats ?? [], tile, wide) <= high, Math.min(most, EAT_WIDEST), EAT_NARROWEST);

function fits(ground: Ground, tile: number, myTile: number): boolean {
  const { way, room, most } = ground;
  const [theirs, mine] = [theirHigh(ground, tile), ownHigh(ground, myTile)];
  if (way === 'low') return Math.max(theirs, mine) <= room.high;
  return Math.max(theirs, middleHigh(way, most)) + GAP + mine <= room.high;
}

const fitsAll = (ground: Ground, tile: number, myTile: number): boolean =>
  fits(ground, tile, myTile) && placesOf(ground, tile, myTile).some((place) => eatIn(ground, place) !== null);

/** The melds of the others lie in one row, unless they can be read well only in more. */
function tileOf(ground: Ground): number {
  const { load, side, most } = ground;
  const isOneRow = (tile: number): boolean => meldsWide(load.melds, tile) <= side;
  // For many ways to eat, melds do not become narrower than these.
  const inOneRow = widestThat((tile) => isOneRow(tile) && fitsAll(ground, tile, tile), most, EAT_NARROWEST) ?? 0;
  const folded =
    widestThat((tile) => fitsAll(ground, tile, tile), most, EAT_NARROWEST) ??
    widestThat((tile) => fits(ground, tile, tile), most) ??
    NARROWEST;
  return inOneRow >= Math.min(READABLE, folded - 3) ? inOneRow : folded;
}

/** The best place for the ways to eat, and how wide their cards are there. */
function eatsOf(ground: Ground, tile: number, myTile: number): Pick<TableSizes, 'eat' | 'eats'> {
  return placesOf(ground, tile, myTile)
    .map((place) => {
      const eat = eatIn(ground, place);
      const [line, over] = [eat === null && place.high < 2 * ONE_ROW, place.high < ONE_ROW];
      return { eat: eat ?? EAT_NARROWEST, eats: { ...place, high: Math.max(place.high, ONE_ROW), line, over } };
    })
    .reduce((best, place) => (place.eat > best.eat ? place : best));
}

/** `area`: the room between the bar and the message. */
export function layTable(area: Screen, screen: Screen, asked: Load): TableSizes {
  const roomy = groundOf(area, screen, kept(asked));
  // What lies in an open hand is not laid down yet.
  const isRoomy = asked.open === 0 && tileOf(roomy) >= ROOMY;
  const ground = isRoomy ? roomy : groundOf(area, screen, asked);
  const tile = tileOf(ground);
  const myTile = widestThat((one) => fitsAll(ground, tile, one), ground.most, tile) ?? tile;
  return {
    way: ground.way,
    tile,
    myTile,
    lying: lyingOf(tile),
    myLying: lyingOf(myTile),
    card: cardOf(ground, tile, myTile),
    inRow: beforeOf(ground, tile).inRow,
    face: faceOf(ground.way, screen),
    middle: ground.middle,
    ...eatsOf(ground, tile, myTile),
  };
}
