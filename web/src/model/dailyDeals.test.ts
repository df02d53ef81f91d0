import { afterEach, expect, test, vi } from 'vitest';
import type { DailySetView, Table } from '../wire/types';

const went: string[] = [];
vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('navigator', { language: 'zh' });
vi.stubGlobal('addEventListener', () => undefined);
vi.mock('../lib/router.svelte', () => ({ go: (path: string) => went.push(path), route: { path: '/', hash: '' } }));
const { nextHandLabel } = await import('../table/nextHandButton');
const { api, ApiError } = await import('../wire/api');
const { dailyDealOf, isLastDeal, loadDailySet, openDailyDeal, dailySetOf } = await import('./dailyDeals.svelte');

afterEach(() => {
  vi.restoreAllMocks();
  went.length = 0;
});

const DAY = '2026-11-25';
const refusal = (code: string): Error =>
  new ApiError({ kind: 'refused', code, words: { type: 'words', key: `refused.${code}` } }, 409);

const tableOf = (duplicate: string): Table =>
  ({ you: 0, is_host: true, seats: [], hand: null, table: { phase: 'over', duplicate } }) as unknown as Table;

test.each([
  [{}, null],
  [{ duplicate: '' }, null],
  [{ duplicate: `${DAY}/zipai/3` }, { day: DAY, family: 'zipai', deal: 3 }],
])('the deal of a table is read from its info: %o', (table, deal) => {
  expect(dailyDealOf(table)).toEqual(deal);
});

test('going on opens the deal in play or the next one, and the results after the last', async () => {
  const ask = vi.spyOn(api, 'dailyTable').mockResolvedValueOnce({ table: 'abc', deal: 2 });
  await openDailyDeal(DAY, 'gunzi');
  ask.mockRejectedValueOnce(refusal('daily_done'));
  await openDailyDeal(DAY, 'gunzi');
  expect(went).toEqual(['/t/abc', `/daily/${DAY}/gunzi`]);
  ask.mockRejectedValueOnce(refusal('too_many_tables'));
  await expect(openDailyDeal(DAY, 'gunzi')).rejects.toThrow('too_many_tables');
  expect(went).toHaveLength(2);
});

test('the large button leads to the next deal, and after the last to the result', async () => {
  const [second, last] = [`${DAY}/doudizhu/2`, `${DAY}/doudizhu/8`];
  expect(isLastDeal(dailyDealOf({ duplicate: last })!)).toBeNull();
  expect(nextHandLabel(tableOf(last))).toBe('下一局');
  const set = { day: DAY, family: 'doudizhu', deals: 8 } as DailySetView;
  vi.spyOn(api, 'daily').mockResolvedValueOnce({ day: DAY, now: 0, sets: [set] });
  loadDailySet(dailyDealOf({ duplicate: second })!);
  await vi.waitFor(() => expect(dailySetOf(dailyDealOf({ duplicate: second })!)).toBe(set));
  expect(nextHandLabel(tableOf(second))).toBe('下一局');
  expect(nextHandLabel(tableOf(last))).toBe('看结果');
  // The day has changed during the last deal.
  expect(dailySetOf({ day: '2026-11-24', family: 'doudizhu', deal: 8 })).toBeNull();
});
