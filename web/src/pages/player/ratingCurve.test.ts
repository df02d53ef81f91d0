import { expect, test } from 'vitest';
import { ratingChart } from './ratingCurve';

const point = (number: number, deviation: number) => ({ at: 0, number, deviation });

test('the curve and its band fill the chart', () => {
  const curve = ratingChart([point(1500, 100), point(1600, 100)]);
  expect(curve.line).toBe('0.00,66.67 100.00,33.33');
  expect(curve.band).toBe('0.00,33.33 100.00,0.00 100.00,66.67 0.00,100.00');
  expect(curve.end).toEqual({ x: 100, y: expect.closeTo(33.33, 1) as number });
});

test('a few round numbers get grid lines', () => {
  const { grid } = ratingChart([point(1500, 333), point(1684, 42)]);
  expect(grid.map(({ value }) => value)).toEqual([1200, 1400, 1600, 1800]);
  expect(grid.every(({ y }) => y >= 0 && y <= 100)).toBe(true);
});

test('a single hand is a point at the right', () => {
  expect(ratingChart([point(1500, 0)]).line).toBe('100.00,0.00');
});
