import { expect, test } from 'vitest';
import { layTable, type Load } from './sizes';

const NOTHING: Load = { melds: 0, lying: 0, open: 0, myMelds: 0, myLying: 0, eats: [], plate: 46, tally: 32 };
const HALFWAY: Load = { ...NOTHING, melds: 4, lying: 6, myMelds: 3, myLying: 6 };
const FULL: Load = { ...NOTHING, melds: 7, lying: 12, myMelds: 7, myLying: 12 };

/** A screen, and what bars and hand leave of its height: with a hand of two rows on phones. */
const SCREENS = {
  small: [360, 640, 271],
  phone: [390, 844, 440],
  sideways: [844, 390, 158],
  tablet: [768, 1024, 760],
  laptop: [1366, 768, 470],
  desktop: [1920, 1080, 750],
} as const;
const laid = (name: keyof typeof SCREENS, load: Load) => {
  const [width, height, left] = SCREENS[name];
  return layTable({ width, height: left }, { width, height }, load);
};

test('half-way through a hand melds are about as wide as the cards of the hand', () => {
  expect(laid('laptop', HALFWAY).tile).toBeGreaterThanOrEqual(40);
  expect(laid('desktop', HALFWAY).tile).toBeGreaterThanOrEqual(44);
  expect(laid('tablet', HALFWAY).tile).toBeGreaterThanOrEqual(40);
  expect(laid('phone', HALFWAY).tile).toBeGreaterThanOrEqual(28);
  expect(laid('sideways', HALFWAY).tile).toBeGreaterThanOrEqual(24);
  expect(laid('small', HALFWAY).tile).toBeGreaterThanOrEqual(18);
});

test.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])('%s: nothing grows as more is laid down', (name) => {
  const [few, some, most] = [laid(name, NOTHING), laid(name, HALFWAY), laid(name, FULL)];
  expect(some).toEqual(few);
  expect(most.tile).toBeLessThanOrEqual(some.tile);
  expect(most.tile).toBeGreaterThanOrEqual(13);
  expect(most.card).toBeGreaterThan(most.tile);
});

test.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])('%s: a way or two to eat moves nothing', (name) => {
  const { eat, eats, ...without } = laid(name, HALFWAY);
  const { eat: wide, eats: place, ...rest } = laid(name, { ...HALFWAY, eats: [1, 1] });
  expect(rest).toEqual(without);
  expect(wide).toBeGreaterThanOrEqual(18);
  expect(place.line).toBe(false);
});

test('more ways than there is room for lie in one row, which is drawn in from the side', () => {
  expect(laid('small', { ...FULL, eats: [3, 3, 3, 3, 3, 3, 3, 3] }).eats.line).toBe(true);
  expect(laid('laptop', { ...HALFWAY, eats: [3, 3, 3, 3, 3, 3] }).eats.line).toBe(false);
});

test('open hands are read on a small phone from the first card on', () => {
  expect(laid('small', { ...NOTHING, eats: null, open: 20, tally: 0 }).lying).toBeGreaterThanOrEqual(18);
});

/** A replay on a phone held sideways, its buttons beside the table: hands of all sizes with what else their owners have. */
test.each<[string, Partial<Load>]>([
  ['dealt', { open: 20 }],
  ['half laid down', { open: 12, melds: 3, lying: 9, myMelds: 3, myLying: 9 }],
  ['all put out', { open: 20, melds: 1, lying: 9, myLying: 9 }],
  ['all laid down', { open: 3, melds: 6, lying: 9, myMelds: 6, myLying: 9 }],
])('open hands are read on a phone held sideways: %s', (_, load) => {
  const { tile, lying } = layTable(
    { width: 724, height: 190 },
    { width: 844, height: 390 },
    { ...NOTHING, eats: null, ...load },
  );
  expect(tile).toBeGreaterThanOrEqual(20);
  expect(lying).toBeGreaterThanOrEqual(17);
});
