import { expect, test } from 'vitest';
import { dailySetPath, viewAt } from './dailyUrl';

test.each([
  ['', { page: 'today', family: '' }],
  ['zipai', { page: 'today', family: 'zipai' }],
  ['days', { page: 'days' }],
  ['2026-11-24/gunzi', { page: 'results', day: '2026-11-24', family: 'gunzi' }],
  ['2026-11-24/gunzi/ranking', { page: 'ranking', day: '2026-11-24', family: 'gunzi' }],
  ['2026-11-24/gunzi/review', { page: 'review', day: '2026-11-24', family: 'gunzi' }],
  ['2026-11-24/gunzi/2', { page: 'deal', day: '2026-11-24', family: 'gunzi', deal: 2 }],
])('%s', (path, view) => {
  expect(viewAt(path)).toEqual(view);
});

test('what a path is made of can be read from it', () => {
  expect(viewAt(dailySetPath('2026-11-24', 'zipai', 8).replace('/daily/', ''))).toEqual({
    page: 'deal',
    day: '2026-11-24',
    family: 'zipai',
    deal: 8,
  });
  expect(dailySetPath('2026-11-24', 'zipai')).toBe('/daily/2026-11-24/zipai');
});
