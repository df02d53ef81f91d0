/** Answers of the server about daily sets, at their fullest, for tests of the pages' layout. */

import type { Page, Route } from 'playwright-core';
import type {
  ClosedSet,
  DailyOverview,
  DailyResults,
  DailySetView,
  DailySkill,
  DealComparison,
  DealRow,
  RankingRow,
} from '../src/wire/types';

export const DAY = '2026-11-24';
const CLOSES = Date.parse('2026-11-25T08:00:00');
const TITLE = { zh: '斗地主 · 抢地主', en: 'Dou Dizhu · call and rob' };

const ROWS: readonly (readonly [
  role: string,
  points: number,
  counts: number[],
  mine: number,
  house: number,
  share: number,
])[] = [
  ['landlord', 12, [10, 22, 14, 7, 36, 17, 9], 5, 4, 0.84],
  ['farmer', -3, [5, 11, 28, 36, 25, 10, 3], 2, 3, 0.26],
  ['farmer', 6, [6, 12, 24, 34, 38, 18, 4], 4, 4, 0.7],
  ['landlord', -12, [36, 18, 9, 13, 38, 17, 8], 1, 4, 0.31],
  ['landlord', 24, [18, 16, 11, 28, 38, 28, 14], 6, 5, 0.95],
  ['farmer', 3, [3, 9, 24, 36, 20, 8, 2], 3, 3, 0.52],
  ['farmer', -6, [9, 33, 36, 18, 12, 8, 1], 2, 1, 0.51],
  ['landlord', 12, [22, 37, 27, 17, 28, 20, 11], 5, 2, 0.87],
];

const rows: DealRow[] = ROWS.map(([role, points, counts, mine, house, share], at) => ({
  deal: at + 1,
  seat: 0,
  role,
  points,
  share,
  difference: 3.5,
  hand: `hand-${at + 1}`,
  field: 420,
  bars: { counts, mine, house },
}));

const deals = rows.map(({ share }) => share ?? 0);
const person = (rank: number, name: string, points: number, share: number, you = false): RankingRow => ({
  rank,
  name,
  house: '',
  you,
  points,
  share,
  deals,
});

const HOUSE: RankingRow = {
  rank: 88,
  name: '小算盘 2',
  house: 'house:suan.2',
  you: false,
  points: 30,
  share: 0.57,
  deals,
};

export const RESULTS: DailyResults = {
  day: DAY,
  family: 'doudizhu',
  ruleset: 'doudizhu/happy',
  title: TITLE,
  closes: CLOSES,
  closed: false,
  people: 412,
  cap: 24,
  ranked_by: 'beaten',
  score: { points: 36, share: 0.62, rank: 61, ranked: 420, house: 0.57, compared: true },
  rows,
  friends: [
    person(31, '阿芳', 51, 0.66),
    person(61, '小满', 36, 0.62, true),
    person(87, '三筒不要碰我的牌', 27, 0.57),
    HOUSE,
  ],
};

/** Before twenty have finished. */
export const FEW: DailyResults = {
  ...RESULTS,
  people: 3,
  score: { ...RESULTS.score!, rank: 0, ranked: 11, compared: false },
};

export const RANKING: RankingRow[] = [
  person(1, 'WWWWWWWWMMMMMMMMWWWW', 192, 0.91),
  person(2, '', 96, 0.8),
  ...RESULTS.friends,
];

const SET: DailySetView = {
  day: DAY,
  family: 'doudizhu',
  ruleset: 'doudizhu/happy',
  title: TITLE,
  opens: CLOSES - 86_400_000,
  closes: CLOSES,
  deals: 8,
  ranked_by: 'beaten',
  opponents: [
    { bot: 'hong@skilled', name: '红姐' },
    { bot: 'suan@skilled', name: '小算盘' },
  ],
  commitment: 'a'.repeat(64),
  commitments: [],
  next_commitment: '',
  people: 412,
  done: 0,
  points: 0,
  table: '',
  score: null,
  friends: [
    { player: 'a', name: '阿芳', done: 8, share: 0.66 },
    { player: 'b', name: '老周家的二舅', done: 8, share: 0.57 },
    { player: 'c', name: '桂花', done: 4, share: null },
  ],
};

const OTHERS: DailySetView[] = [
  {
    ...SET,
    family: 'zipai',
    ruleset: 'zipai/guilin-3',
    title: { zh: '大字牌 · 桂林三人', en: 'Zi Pai · Guilin, three' },
    ranked_by: 'difference',
    done: 3,
  },
  {
    ...SET,
    family: 'gunzi',
    ruleset: 'gunzi/six',
    title: { zh: '滚子 · 六人四副', en: 'Gunzi · six, four packs' },
    deals: 2,
    opponents: ['xiu', 'zhuang', 'mei', 'jiu', 'shi'].map((id, at) => ({
      bot: `${id}@skilled`,
      name: ['阿秀', '大壮', '梅姨', '九叔', '老石'][at]!,
    })),
  },
];

export const overview = (first: Partial<DailySetView> = {}): DailyOverview => ({
  day: DAY,
  now: CLOSES - 40_000_000,
  sets: [{ ...SET, ...first }, ...OTHERS],
});

export const SKILL: DailySkill = {
  family: 'doudizhu',
  days: [0.48, 0.62, null, 0.51, 0.59, 0.57, null].map((share, at) => ({ day: `2026-11-${18 + at}`, share })),
  week: { deals: 40, share: 0.55, doubt: 0.06 },
  month: { deals: 176, share: 0.54, doubt: 0.03 },
};

const words = (key: string, args: object = {}) => ({ type: 'words' as const, key, args }) as never;
const play = (kind: string, args: object) => words('action.play', { play: words(`play.${kind}`, args) });
const cards = (text: string) => ({ type: 'cards', cards: text });
const straight = (first: string, last: string) =>
  play('straight', { first: cards(first), last: cards(last), cards: cards(`${first} ${last}`) });

export const DEAL: DealComparison = {
  day: DAY,
  family: 'doudizhu',
  deal: 5,
  deals: 8,
  seat: 0,
  role: 'landlord',
  points: 24,
  share: 0.95,
  hand: 'hand-5',
  field: 412,
  zones: [
    {
      place: 'hand',
      seat: 0,
      cards: 'Rj 2h 2c As Ad Kh Ks Qc Jd Td 9s 8h 8d 7c 6s 6d 5h 4s 4c 3d'.split(' '),
    },
  ],
  bids: [
    {
      text: 'call',
      label: words('action.call'),
      cards: [],
      role: 'landlord',
      count: 292,
      share: 0.71,
      mean: 8.2,
      mine: true,
    },
    {
      text: 'call',
      label: words('action.call'),
      cards: [],
      role: 'farmer',
      count: 70,
      share: 0.17,
      mean: -1.8,
      mine: false,
    },
    {
      text: 'no_call',
      label: words('action.no_call'),
      cards: [],
      role: 'farmer',
      count: 50,
      share: 0.12,
      mean: -2.6,
      mine: false,
    },
  ],
  plays: [
    {
      text: 'a',
      label: straight('5', '9'),
      cards: '5h 6s 7c 8d 9s'.split(' '),
      role: 'landlord',
      count: 111,
      share: 0.38,
      mean: 11.2,
      mine: true,
    },
    {
      text: 'b',
      label: straight('3', 'T'),
      cards: '3d 4s 5h 6s 7c 8h 9s Td'.split(' '),
      role: 'landlord',
      count: 85,
      share: 0.29,
      mean: 13.6,
      mine: false,
    },
    {
      text: 'c',
      label: play('single', { rank: cards('3'), cards: cards('3') }),
      cards: ['3d'],
      role: 'landlord',
      count: 61,
      share: 0.21,
      mean: 2.1,
      mine: false,
    },
    {
      text: 'd',
      label: play('pair', { rank: cards('4'), cards: cards('4 4') }),
      cards: ['4s', '4c'],
      role: 'landlord',
      count: 35,
      share: 0.12,
      mean: -3.4,
      mine: false,
    },
  ],
  watch: [
    { hand: 'w1', name: '阿芳', house: '', points: 48, share: 0.99, first_play: straight('3', 'T') },
    { hand: 'w2', name: '小算盘', house: 'house:suan.1', points: 24, share: 0.95, first_play: straight('3', 'T') },
  ],
};

export const DAYS: ClosedSet[] = ['2026-11-23', '2026-11-22'].flatMap((day) =>
  [SET, ...OTHERS].map(({ family, ruleset, title, deals }) => ({
    day,
    family,
    ruleset,
    title,
    deals,
    done: family === 'gunzi' ? 0 : deals,
  })),
);

const answer =
  (body: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ json: body });

/** Answers for the server. A later route comes before an earlier one. */
export async function serveSets(page: Page, results: DailyResults = RESULTS): Promise<void> {
  await page.route('**/api/daily', answer(overview()));
  await page.route('**/api/daily/skill/*', answer(SKILL));
  await page.route('**/api/daily/days*', answer(DAYS));
  await page.route(`**/api/daily/sets/${DAY}/*`, answer(results));
  await page.route(`**/api/daily/sets/${DAY}/*/ranking`, answer(RANKING));
  await page.route(`**/api/daily/sets/${DAY}/*/deals/*`, answer(DEAL));
}

/** The path of the set. */
export const SET_PATH = `/daily/${DAY}/doudizhu`;
