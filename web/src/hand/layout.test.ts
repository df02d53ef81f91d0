import { describe, expect, test } from 'vitest';
import {
  cardAt,
  cardInRow,
  cardsBetween,
  fitPlay,
  isUpright,
  layoutHand as layoutGroups,
  layoutPlay,
  centreRows,
  MIN_PITCH,
  MIN_SLICE,
  rowsOf,
  type Screen,
} from './layout';

const SCREENS = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
const COUNTS = [17, 20, 25, 33];
const flat = () => false;
const groups = (...sizes: number[]): number[] => sizes.flatMap((size, group) => Array<number>(size).fill(group));
/** Lays out a hand of one group. */
const layoutHand = (count: number, width: number, screen: Screen) => layoutGroups(groups(count), width, screen);
const GROUPED = [groups(8, 6, 5, 6), groups(12, 8, 6, 5), groups(20, 7, 7, 7), groups(41), groups(1), groups(3, 1), []];

describe.each(SCREENS)('$width×$height', (screen) => {
  test.each(COUNTS)('%i cards keep their slice and stay inside', (count) => {
    const layout = layoutHand(count, screen.width, screen);
    expect(layout.places).toHaveLength(count);
    expect(layout.cardHeight).toBeGreaterThanOrEqual(60);
    layout.places.forEach((place, index) => {
      const next = layout.places[index + 1];
      if (next?.row === place.row) expect(next.x - place.x).toBeGreaterThanOrEqual(MIN_SLICE);
      else if (next) expect(next.y - place.y).toBeGreaterThanOrEqual(MIN_PITCH);
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.x + layout.card).toBeLessThanOrEqual(screen.width);
      expect(place.y + layout.cardHeight).toBeLessThanOrEqual(layout.height);
    });
    expect(layout.height).toBeLessThan(screen.height / 2);
  });

  test.each(COUNTS)('%i cards: each is hit at the middle of its slice', (count) => {
    const layout = layoutHand(count, screen.width, screen);
    layout.places.forEach(({ x, y }, index) => expect(cardAt(layout, x + 13, y + 30, flat)).toBe(index));
  });
});

test.each([
  [360, 640, 20, 2, 10],
  [360, 640, 33, 3, 11],
  [390, 844, 20, 2, 10],
  [844, 390, 20, 1, 20],
  [844, 390, 33, 2, 17],
  [1366, 768, 33, 1, 33],
])('%i×%i with %i cards: %i rows of %i', (width, height, count, rows, inRow) => {
  const layout = layoutHand(count, width, { width, height });
  expect(layout.rows).toBe(rows);
  expect(layout.places.filter((place) => place.row === 0)).toHaveLength(inRow);
});

test('few cards are together in the middle', () => {
  const layout = layoutHand(2, 1920, SCREENS[5]!);
  const [first, second] = layout.places;
  expect(second!.x - first!.x).toBeLessThan(layout.card);
  expect(Math.round(first!.x + second!.x + layout.card)).toBe(1920);
});

test('an empty hand has no position, and no card is hit', () => {
  const layout = layoutHand(0, 360, SCREENS[0]!);
  expect(layout.places).toEqual([]);
  expect(cardAt(layout, 100, 50, flat)).toBe(-1);
});

test('a lifted card is hit where it is drawn', () => {
  const layout = layoutHand(3, 390, SCREENS[1]!);
  const { x } = layout.places[1]!;
  expect(cardAt(layout, x + 5, 2, () => true)).toBe(1);
  expect(cardAt(layout, x + 5, 2, flat)).toBe(-1);
});

test('a sweep covers the cards between its columns in every row', () => {
  const layout = layoutHand(20, 360, SCREENS[0]!);
  expect(cardsBetween(layout, 2, 5)).toEqual([2, 3, 4, 5]);
  expect(cardsBetween(layout, 5, 2)).toEqual([2, 3, 4, 5]);
  expect(cardsBetween(layout, 2, 13)).toEqual([2, 3, 12, 13]);
  expect(cardsBetween(layout, 2, 99)).toEqual([]);
});

test('arrow keys move to the nearest card of the next row', () => {
  const layout = layoutHand(20, 360, SCREENS[0]!);
  expect(cardInRow(layout, 3, 1)).toBe(13);
  expect(cardInRow(layout, 13, -1)).toBe(3);
  expect(cardInRow(layout, 3, -1)).toBe(3);
});

test('rows are filled evenly, fuller ones first', () => {
  expect(rowsOf(groups(17), 2, 12)).toEqual([9, 8]);
  expect(rowsOf(groups(25), 3, 12)).toEqual([9, 8, 8]);
});

test('a long play wraps into two rows and is never wider than its room', () => {
  expect(layoutPlay(5, 374, 70)).toMatchObject({ slice: 47, rows: 1, perRow: 5, height: 98 });
  expect(layoutPlay(12, 170, 36).rows).toBe(2);
  for (const count of [1, 9, 12, 20, 32]) {
    const { width, rows } = layoutPlay(count, 112, 36);
    expect(width).toBeLessThanOrEqual(112);
    expect(rows).toBeLessThanOrEqual(2);
  }
});

test('a play is as large as its room allows', () => {
  expect(fitPlay(5, { width: 374, height: 140 }, 70, 24).card).toBe(70);
  expect(fitPlay(5, { width: 374, height: 80 }, 70, 24)).toMatchObject({ card: 57, height: 80 });
  expect(fitPlay(20, { width: 374, height: 20 }, 70, 24).card).toBe(24);
});

test('in a height for more rows, the rows are centred', () => {
  const layout = layoutHand(5, 390, SCREENS[1]!);
  const low = centreRows(layout, layout.height + 88);
  expect(low.places.map(({ y }, at) => y - layout.places[at]!.y)).toEqual([44, 44, 44, 44, 44]);
  expect(centreRows(layout, 10)).toEqual(layout);
});

test.each(SCREENS)(
  'hands of at most 20 cards have larger cards, which stay so while the hand shrinks ($width×$height)',
  (screen) => {
    const few = layoutGroups(groups(20), screen.width, screen);
    const many = layoutGroups(groups(33), screen.width, screen);
    expect(few.card).toBeGreaterThan(many.card);
    expect(layoutGroups(groups(5), screen.width, screen, 33).card).toBe(many.card);
  },
);

test('only a phone held upright counts as upright', () => {
  expect(SCREENS.map(isUpright)).toEqual([true, true, false, false, false, false]);
});

test.each(SCREENS)('every slice is wide enough to read and inside ($width×$height)', (screen) => {
  for (const hand of GROUPED) {
    const layout = layoutGroups(hand, screen.width, screen);
    expect(layout.places).toHaveLength(hand.length);
    layout.places.forEach((place, at) => {
      const next = layout.places[at + 1];
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.x + layout.card).toBeLessThanOrEqual(screen.width);
      if (next && next.row === place.row) expect(next.x - place.x).toBeGreaterThanOrEqual(26 - 1e-6);
      if (next && next.row !== place.row) expect(next.y - place.y).toBeGreaterThanOrEqual(60);
    });
  }
});

test('25 stacks take three rows on a small phone and one on a laptop', () => {
  expect(layoutGroups(GROUPED[0]!, 360, SCREENS[0]!).rows).toBe(3);
  expect(layoutGroups(GROUPED[0]!, 1366, SCREENS[4]!).rows).toBe(1);
});

test('a row ends where a suit ends, if that is near', () => {
  expect(rowsOf(groups(9, 8, 8), 3, 12)).toEqual([9, 8, 8]);
  expect(rowsOf(groups(10, 7, 8), 3, 12)).toEqual([10, 7, 8]);
  expect(rowsOf(groups(25), 3, 12)).toEqual([9, 8, 8]);
  expect(rowsOf(groups(12, 12, 12), 3, 12)).toEqual([12, 12, 12]);
});

test('suits have gaps between them if there is room', () => {
  const { places, slice } = layoutGroups(groups(2, 2), 360, SCREENS[0]!);
  expect(places[2]!.x - places[1]!.x).toBeGreaterThan(slice);
});
