import { expect, test } from 'vitest';
import { ownMeldSizes, layoutTable, type Load } from './tableLayout';

const NOTHING: Load = { others: 2, melds: 0, lying: 0, open: 0, myLying: 0, waits: 0, eats: [], plate: 76 };
const HALFWAY: Load = { ...NOTHING, melds: 4, lying: 6, myLying: 6 };
const FULL: Load = { ...NOTHING, melds: 7, lying: 12, myLying: 12, waits: 3 };

/** A screen, and the area that bars and hand leave on it. */
const SCREENS = {
  small: [360, 640, 360, 272],
  phone: [390, 844, 390, 415],
  sideways: [844, 390, 844, 120],
  tablet: [768, 1024, 768, 330],
  laptop: [1366, 768, 1200, 350],
  desktop: [1920, 1080, 1200, 350],
} as const;
type Name = keyof typeof SCREENS;
const NAMES = Object.keys(SCREENS) as Name[];
const sizesOf = (name: Name, load: Load) => {
  const [width, height, wide, high] = SCREENS[name];
  const plate = name === 'small' ? 46 : load.plate;
  return layoutTable({ width: wide, height: high }, { width, height }, { ...load, plate });
};

/** Expected least widths of the open card and the other players' cards on each screen. */
const LEAST: Record<Name, [card: number, tile: number]> = {
  small: [36, 20],
  phone: [60, 28],
  sideways: [32, 21],
  tablet: [56, 28],
  laptop: [62, 36],
  desktop: [62, 36],
};

test.each(NAMES)('%s: half-way through a hand melds are readable and the open card is the largest', (name) => {
  const { card, tile } = sizesOf(name, HALFWAY);
  expect(card).toBeGreaterThanOrEqual(LEAST[name][0]);
  expect(tile).toBeGreaterThanOrEqual(LEAST[name][1]);
});

test.each(NAMES)('%s: nothing grows as more cards are sizesOf down', (name) => {
  const [few, some, most] = [sizesOf(name, NOTHING), sizesOf(name, HALFWAY), sizesOf(name, FULL)];
  expect({ ...some, myLying: 0 }).toEqual({ ...few, myLying: 0 });
  expect(most.tile).toBeLessThanOrEqual(some.tile);
  expect(most.tile).toBeGreaterThanOrEqual(13);
});

test.each(NAMES)('%s: one or two ways to eat move nothing', (name) => {
  const { eat, ways, ...without } = sizesOf(name, HALFWAY);
  const { eat: wide, ways: seen, ...rest } = sizesOf(name, { ...HALFWAY, eats: [2, 1] });
  expect(rest).toEqual(without);
  expect(wide).toBeGreaterThanOrEqual(18);
  expect(seen).toBeGreaterThanOrEqual(2);
});

test.each(NAMES)('%s: with more ways to eat than fit, some are shown and the open card stays large', (name) => {
  const { ways, inRow, card } = sizesOf(name, { ...HALFWAY, eats: [3, 3, 3, 3, 3, 3] });
  expect(ways).toBeGreaterThanOrEqual(1);
  expect(ways).toBeLessThanOrEqual(3);
  expect(inRow).toBeGreaterThanOrEqual(2);
  expect(card).toBeGreaterThanOrEqual(26);
});

test('on a phone three ways of one meld are all shown, two per row', () => {
  expect(sizesOf('phone', { ...HALFWAY, eats: [1, 1, 1] })).toMatchObject({ ways: 3, inRow: 2 });
  expect(sizesOf('phone', { ...HALFWAY, eats: [1, 1, 1, 1] })).toMatchObject({ ways: 3, inRow: 2 });
});

test("the viewer's melds take less room than their cards took in the hand", () => {
  const phone = { width: 390, height: 844 };
  for (let melds = 0; melds <= 6; melds += 1)
    expect(ownMeldSizes(phone, melds).wide + (7 - melds) * 47).toBeLessThanOrEqual(390);
});

test.each<[string, Partial<Load>]>([
  ['dealt', { open: 20 }],
  ['half sizesOf down', { open: 12, melds: 3, lying: 9, myLying: 9 }],
  ['all put out', { open: 20, melds: 1, lying: 9, myLying: 9 }],
])('open hands are read on a phone, and on one held sideways: %s', (_, load) => {
  const open = { ...NOTHING, eats: null, ...load };
  const phone = layoutTable({ width: 390, height: 560 }, { width: 390, height: 844 }, open);
  expect(phone.lying).toBeGreaterThanOrEqual(17);
  const sideways = layoutTable({ width: 724, height: 220 }, { width: 844, height: 390 }, open);
  expect(sideways.lying).toBeGreaterThanOrEqual(13);
});
