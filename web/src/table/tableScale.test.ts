import { expect, test } from 'vitest';
import { isShort, isUpright } from '../hand/layout';
import { tableScale } from './tableScale';

const layoutSize = (width: number, height: number, large = false): [width: number, height: number] => {
  const scale = tableScale({ width, height }, large);
  return [Math.round(width / scale), Math.round(height / scale)];
};

test.each([
  [360, 640],
  [390, 844],
  [844, 390],
  [1024, 768],
  [1366, 768],
])('a table is as large as its layout at %i×%i', (width, height) => {
  expect(tableScale({ width, height }, false)).toBe(1);
});

test('a table grows with the screen, up to 1,680×1,000', () => {
  expect(tableScale({ width: 1920, height: 1080 }, false)).toBe(1.31);
  expect(tableScale({ width: 3840, height: 2160 }, false)).toBe(1.31);
});

test('a portrait tablet gets the layout of a phone, enlarged', () => {
  for (const [width, height] of [
    [768, 1024],
    [820, 1180],
    [1024, 1366],
  ] as const) {
    const [wide, high] = layoutSize(width, height);
    expect(isUpright({ width: wide, height: high })).toBe(true);
    expect(wide).toBeLessThan(620);
    expect(high).toBeGreaterThanOrEqual(700);
  }
});

test.each([
  [320, 568],
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1366, 768],
  [1920, 1080],
])('large cards leave the layout a size it can handle at %i×%i', (width, height) => {
  const scale = tableScale({ width, height }, true);
  expect(scale).toBeGreaterThanOrEqual(tableScale({ width, height }, false));
  const [wide, high] = layoutSize(width, height, true);
  expect(wide).toBeGreaterThanOrEqual(320);
  expect(high).toBeGreaterThanOrEqual(height < 500 ? 375 : 568);
  expect(isShort({ width: wide, height: high })).toBe(height < 500);
});
