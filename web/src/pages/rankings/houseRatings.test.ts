import { beforeAll, expect, test, vi } from 'vitest';
import type { RankingLine } from '../../wire/types';

async function load() {
  vi.stubGlobal('navigator', { language: 'en' });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  return import('./houseRatings');
}
let loaded: Awaited<ReturnType<typeof load>>;
beforeAll(async () => void (loaded = await load()));

const line = (name: string, value: number): RankingLine => ({
  name,
  value,
  deviation: 40,
  hands: 9,
  title: null,
  you: false,
});
const LEVELS = { child: 1300, beginner: 1350, learner: 1400, casual: 1450, steady: 1500, skilled: 1540, strong: 1580 };

test('house players have the rating of their level, and of the strongest one where a ruleset has fewer', () => {
  const rated = (levels: Record<string, number>) =>
    Object.fromEntries(loaded.houseRatings(levels).map(({ player, rating }) => [player, rating]));
  expect(rated(LEVELS)).toMatchObject({ doudou: 1300, hong: 1500, jiu: 1500, suan: 1540, shi: 1580 });
  const { skilled: _, strong: __, ...few } = LEVELS;
  expect(rated(few)).toMatchObject({ suan: 1500, shi: 1500 });
  expect(loaded.houseRatings({})).toEqual([]);
});

test('house players stand by their rating and take nobody a place', () => {
  const rows = loaded.rankedRows([line('ann', 1560), line('bob', 1330)], loaded.houseRatings(LEVELS));
  expect(rows.map((row) => (row.house ? row.house.player : `${row.place} ${row.line.name}`))).toEqual([
    'shi',
    '1 ann',
    'suan',
    'jiu',
    'hong',
    'mei',
    'zhuang',
    'xiu',
    '2 bob',
    'doudou',
  ]);
});

test('without house players the lines keep their order', () => {
  expect(
    loaded.rankedRows([line('ann', 1), line('bob', 2)], []).map((row) => (row.house ? '' : row.line.name)),
  ).toEqual(['ann', 'bob']);
});
