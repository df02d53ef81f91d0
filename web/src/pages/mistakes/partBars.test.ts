import { expect, test } from 'vitest';
import { isLargeLoss, shareOf, fullBarPoints } from './partBars';

test('the longest bar is that of the greatest loss, be it of the others', () => {
  const parts = [{ points: 31, peers: 20 }, { points: 8, peers: 62 }, { points: 5 }];
  expect(fullBarPoints(parts)).toBe(62);
  expect(shareOf(31, 62)).toBe(50);
  expect(fullBarPoints([])).toBe(1);
});

test('a loss is large from a fifth more than others lose, and never without others', () => {
  expect(isLargeLoss({ points: 12, peers: 10 })).toBe(true);
  expect(isLargeLoss({ points: 11, peers: 10 })).toBe(false);
  expect(isLargeLoss({ points: 3, peers: 0 })).toBe(true);
  expect(isLargeLoss({ points: 0, peers: 0 })).toBe(false);
  expect(isLargeLoss({ points: 50, peers: null })).toBe(false);
});
