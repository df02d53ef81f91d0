import { expect, test } from 'vitest';
import { layoutStacks, rowsOf } from './layout';

const SCREENS = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
const groups = (...sizes: number[]): number[] => sizes.flatMap((size, group) => Array<number>(size).fill(group));
const HANDS = [groups(8, 6, 5, 6), groups(12, 8, 6, 5), groups(20, 7, 7, 7), groups(41), groups(1), groups(3, 1), []];

test.each(SCREENS)('nothing is narrower than a finger sees, or outside ($width×$height)', (screen) => {
  for (const hand of HANDS) {
    const layout = layoutStacks(hand, screen.width, screen);
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

test('25 stacks fold into three rows on a small phone and lie in one on a laptop', () => {
  expect(layoutStacks(HANDS[0]!, 360, SCREENS[0]!).rows).toBe(3);
  expect(layoutStacks(HANDS[0]!, 1366, SCREENS[4]!).rows).toBe(1);
});

test('a row ends where a suit does, if that is near', () => {
  expect(rowsOf(groups(9, 8, 8), 3, 12)).toEqual([9, 8, 8]);
  expect(rowsOf(groups(10, 7, 8), 3, 12)).toEqual([10, 7, 8]);
  expect(rowsOf(groups(25), 3, 12)).toEqual([9, 8, 8]);
  expect(rowsOf(groups(12, 12, 12), 3, 12)).toEqual([12, 12, 12]);
});

test('suits stand apart where there is room', () => {
  const { places, slice } = layoutStacks(groups(2, 2), 360, SCREENS[0]!);
  expect(places[2]!.x - places[1]!.x).toBeGreaterThan(slice);
});
