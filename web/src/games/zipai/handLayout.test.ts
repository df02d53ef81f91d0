import { expect, test } from 'vitest';
import { cardAt } from '../../hand/layout';
import { layoutColumns, cardSizesFor, TARGET } from './handLayout';

const SCREENS = [
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1366, 768],
  [1920, 1080],
] as const;
const HANDS: number[][] = [
  [21],
  [3, 3, 3, 3, 3, 3, 3],
  [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1],
  [4, 3, 3, 3, 2, 2, 4],
  [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  [],
];
/** Width left for the hand next to the viewer's panel, the points and the tools. */
const widthOf = (width: number): number => (width < 700 ? width - 52 : Math.min(width, 1200) - 260);
const layoutSizes = (sizes: readonly number[], width: number, height: number) =>
  layoutColumns(
    sizes.flatMap((size, group) => Array<number>(size).fill(group)),
    widthOf(width),
    { width, height },
  );

test.each(SCREENS)('at %i × %i every card has a position and shows a tap target', (width, height) => {
  for (const sizes of HANDS) {
    const layout = layoutSizes(sizes, width, height);
    expect(layout.places.length).toBe(sizes.reduce((total, size) => total + size, 0));
    layout.places.forEach((place, index) => {
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.x + layout.card).toBeLessThanOrEqual(widthOf(width));
      expect(place.y + place.high!).toBeLessThanOrEqual(layout.height);
      const next = layout.places[index + 1];
      const shown = next?.x === place.x ? next.y - place.y : place.high!;
      expect(Math.min(shown, layout.card)).toBeGreaterThanOrEqual(TARGET);
      expect(cardAt(layout, place.x + 1, place.y + 1, () => false)).toBe(index);
    });
  }
});

test.each(SCREENS)("at %i × %i the hand's height does not depend on its cards", (width, height) => {
  const heights = HANDS.map((sizes) => layoutSizes(sizes, width, height).height);
  expect(new Set(heights).size).toBe(1);
});

test('a group has a column of its own if there is room; otherwise neighbours share one', () => {
  const columns = (sizes: readonly number[], width: number, height: number): number =>
    new Set(layoutSizes(sizes, width, height).places.map(({ x }) => x)).size;
  expect(columns([3, 3, 2, 2, 1], 1366, 768)).toBe(5);
  expect(columns(HANDS[2]!, 1366, 768)).toBe(11);
  expect(columns(HANDS[1]!, 390, 844)).toBe(7);
  expect(columns(HANDS[2]!, 390, 844)).toBeLessThanOrEqual(7);
});

test('on phones a card is as wide as a tap target, on desktops 160 px high', () => {
  expect(cardSizesFor({ width: 390, height: 844 })).toEqual({ card: 45, step: 44, foot: 135 });
  expect(layoutSizes(HANDS[1]!, 1366, 768).cardHeight).toBeGreaterThanOrEqual(160);
});
