import { expect, test } from 'vitest';
import { cardAt } from '../../hand/layout';
import { layoutNarrow, NARROWEST } from './layout';

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
const layoutSizes = (sizes: readonly number[], width: number, height: number) =>
  layoutNarrow(
    sizes.flatMap((size, group) => Array<number>(size).fill(group)),
    width,
    { width, height },
  );

test.each(SCREENS)('at %i × %i every card has its place', (width, height) => {
  for (const sizes of HANDS) {
    const layout = layoutSizes(sizes, width, height);
    expect(layout.places.length).toBe(sizes.reduce((total, size) => total + size, 0));
    expect(layout.card).toBeGreaterThanOrEqual(NARROWEST);
    for (const place of layout.places) {
      expect(place.x).toBeGreaterThanOrEqual(4);
      expect(place.x + layout.card).toBeLessThanOrEqual(width - 4);
    }
    layout.places.forEach((place, index) => {
      expect(cardAt(layout, place.x + 1, place.y + 1, () => false)).toBe(index);
    });
  }
});

test('a phone holds the longest hands in two rows', () => {
  for (const sizes of HANDS.slice(0, 4)) {
    const { places } = layoutSizes(sizes, 360, 640);
    expect(places.at(-1)?.row).toBe(1);
  }
});
