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
  /** Between the two sides. */
  readonly middle: number;
  /** The most room for the ways to eat, and whether they lie below one's own melds; `line`: only one row of them is seen. */
  readonly eats: Box & { readonly below: boolean; readonly line: boolean };
}

interface Box {
  readonly wide: number;
  readonly high: number;
}

interface Place extends Box {
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

/** Kept free from the first, so that cards do not shrink with each that is laid. */
const KEPT = { melds: 4, lying: 6, myMelds: 3, myLying: 6 };

const MIDDLE: Record<Way, (width: number) => number> = {
  tall: () => 64,
  wide: (width) => Math.min(480, Math.round(width * 0.3)),
  low: () => 64,
};

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

/** How many cards put out there are in a row below melds, or beside them. */
function inRowOf(way: Way, melds: number, tile: number, side: number): number {
  if (way === 'tall') return fitting(side, lyingOf(tile), LYING_GAP);
  return Math.min(ROW, fitting(side - meldsWide(melds, tile) - GAP, lyingOf(tile), LYING_GAP));
}

/** The height of a seat's side. */
function sideHigh(way: Way, load: Load, tile: number, side: number): number {
  const melds = meldsHigh(load.melds, tile, side);
  const lying = lyingHigh(load.lying, tile, inRowOf(way, load.melds, tile, side));
  const open = lyingHigh(load.open, tile, fitting(side, lyingOf(tile), LYING_GAP));
  const before = way === 'tall' ? melds + MELD_GAP + lying : Math.max(melds, lying);
  return load.plate + MELD_GAP + before + (open > 0 ? MELD_GAP + open : 0);
}

/** The height of one's own melds, with what was put out or the ways to eat beside them. */
function ownHigh(way: Way, load: Load, tile: number, own: number): number {
  if (way === 'low') return load.tally + MELD_GAP + meldsHigh(load.myMelds, tile, own);
  if (way === 'wide')
    return Math.max(
      meldsHigh(load.myMelds, tile, own),
      load.tally + GAP + lyingHigh(load.myLying, tile, fitting(own, lyingOf(tile), LYING_GAP)),
    );
  const rest = own - meldsWide(load.myMelds, tile) - GAP;
  const lying = lyingHigh(load.myLying, tile, fitting(rest, lyingOf(tile), LYING_GAP));
  return (
    load.tally +
    MELD_GAP +
    Math.max(meldsHigh(load.myMelds, tile, own), lying, load.eats ? eatsHigh([1], tile, own) : 0)
  );
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
});

export function layTable(area: Screen, screen: Screen, asked: Load): TableSizes {
  const way = wayOf(screen);
  const most = Math.max(widest(screen), screen.width < 700 || way === 'low' ? 0 : GENEROUS);
  const load = kept(asked);
  const room: Box = { wide: area.width, high: area.height - TOP[way] };
  const [side, own, well] = [sideOf(way, room.wide), ownOf(way, room.wide), MIDDLE[way](room.wide)];
  const theirs = (tile: number): number => sideHigh(way, load, tile, side);
  const mine = (tile: number): number => ownHigh(way, load, tile, own);

  const cardWith = (tile: number, myTile: number): number => {
    const free = { tall: theirs(tile), wide: room.high - GAP - mine(myTile), low: room.high }[way];
    return Math.min(Math.round(most * TURNED), Math.floor((free - middleHigh(way, 0)) / 3));
  };
  /** Where the ways to eat may lie. */
  const boxesWith = (tile: number, myTile: number): Place[] => {
    if (way === 'low') return [{ wide: side, high: room.high, below: false }];
    if (way === 'wide')
      return [{ wide: well, high: room.high - middleHigh(way, cardWith(tile, myTile)) - GAP, below: false }];
    const high = room.high - theirs(tile) - GAP - load.tally - MELD_GAP;
    return [
      { wide: own - meldsWide(load.myMelds, myTile) - GAP, high, below: false },
      { wide: own, high: high - meldsHigh(load.myMelds, myTile, own) - MELD_GAP, below: true },
    ];
  };
  const eatIn = ({ wide, high }: Box): number | null =>
    widestThat((tile) => eatsHigh(load.eats ?? [], tile, wide) <= high, Math.min(most, EAT_WIDEST), EAT_NARROWEST);

  const fits = (tile: number, myTile: number): boolean =>
    way === 'low'
      ? Math.max(theirs(tile), mine(myTile)) <= room.high
      : Math.max(theirs(tile), middleHigh(way, most)) + GAP + mine(myTile) <= room.high;
  const fitsAll = (tile: number, myTile: number): boolean =>
    fits(tile, myTile) && boxesWith(tile, myTile).some((box) => eatIn(box) !== null);
  const inOneRow = widestThat((one) => meldsWide(load.melds, one) <= side && fitsAll(one, one), most) ?? 0;
  const folded = widestThat((one) => fitsAll(one, one), most) ?? widestThat((one) => fits(one, one), most) ?? NARROWEST;
  const tile = inOneRow >= Math.min(READABLE, folded - 3) ? inOneRow : folded;
  const myTile = widestThat((one) => fitsAll(tile, one), most, tile) ?? tile;
  const boxes = boxesWith(tile, myTile).map((place) => {
    const eat = eatIn(place);
    const isLine = eat === null && place.high < eatsHigh([1, 1], EAT_NARROWEST, EAT_LEAST + 2 * EAT_GAP);
    return { eats: { ...place, line: isLine }, eat: eat ?? EAT_NARROWEST };
  });
  return {
    way,
    tile,
    myTile,
    lying: lyingOf(tile),
    myLying: lyingOf(myTile),
    card: cardWith(tile, myTile),
    inRow: inRowOf(way, load.melds, tile, side),
    middle: well,
    ...boxes.reduce((best, box) => (box.eat > best.eat ? box : best)),
  };
}
