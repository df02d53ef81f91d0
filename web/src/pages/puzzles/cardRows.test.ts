import { expect, test } from 'vitest';
import { layoutCardRows, sharesOf } from './cardRows';

test('few cards show as much of each as they may', () => {
  expect(layoutCardRows(5, 180, 44, 31)).toEqual({ width: 44, step: 31, perRow: 5 });
  expect(layoutCardRows(1, 180, 44, 31).perRow).toBe(1);
  expect(layoutCardRows(0, 180, 44, 31).perRow).toBe(1);
});

test('many cards overlap more, and fold into rows before their ranks are covered', () => {
  const { step, perRow } = layoutCardRows(17, 171, 44, 31);
  expect(perRow).toBe(6);
  expect(step).toBeGreaterThanOrEqual(18);
  expect(layoutCardRows(7, 171, 44, 31).perRow).toBe(7);
  expect((layoutCardRows(7, 171, 44, 31).perRow - 1) * layoutCardRows(7, 171, 44, 31).step + 44).toBeLessThanOrEqual(
    171,
  );
});

test('a longer hand gets more of the room, and all of them together no more than it', () => {
  const [one, other] = sharesOf([17, 3], 360, 120);
  expect(one! + other!).toBeCloseTo(360);
  expect(one!).toBeGreaterThan(other!);
  expect(other!).toBeGreaterThanOrEqual(120);
  expect(sharesOf([9], 300, 120)).toEqual([300]);
  expect(sharesOf([9, 1], 200, 120)).toEqual([100, 100]);
});
