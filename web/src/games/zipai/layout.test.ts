import { expect, test } from 'vitest';
import { cardAt, layoutHand, NARROWEST, spotAt } from './layout';

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

test.each(SCREENS)('at %i × %i every card has its place', (width, height) => {
  for (const sizes of HANDS) {
    const layout = layoutHand(sizes, width, { width, height });
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
    const { places } = layoutHand(sizes, 360, { width: 360, height: 640 });
    expect(places.at(-1)?.row).toBe(1);
  }
});

test('a card is let go before or behind another, or in a group of its own', () => {
  const layout = layoutHand([3, 2], 360, { width: 360, height: 640 });
  const [first] = layout.places;
  expect(spotAt(layout, first!.x + 2, first!.y + 9)).toEqual({ group: 0, at: 0 });
  expect(spotAt(layout, first!.x + layout.card - 2, first!.y + 9)).toEqual({ group: 0, at: 1 });
  expect(spotAt(layout, 358, first!.y + 9)).toEqual({ group: 2, at: 0 });
});
