import { expect, test, vi } from 'vitest';
import type { DailyScore, DealRow } from '../../wire/types';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('navigator', { language: 'zh' });
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('location', { pathname: '/', hash: '' });
const { shareLine } = await import('./shareLine');

const SCORE: DailyScore = { points: 36, share: 0.62, rank: 61, ranked: 412, house: 0.57, compared: true };
const row = (deal: number, share: number): DealRow => ({
  deal,
  seat: 0,
  role: 'landlord',
  points: 12,
  share,
  difference: 3,
  hand: 'abc',
  field: 412,
  bars: { counts: [1, 1, 1, 1, 1, 1, 1], mine: 3, house: 2 },
});
const rows = [0.84, 0.26, 1, 0].map((share, at) => row(at + 1, share));

test('the line says how much of the field was beaten, deal by deal, and nothing of the deals', () => {
  const line = shareLine({ day: '2026-11-24', ranked_by: 'beaten', score: SCORE, rows }, '欢乐斗地主')!;
  expect(line).toContain('62%');
  expect(line).toContain('▇▃█▁');
  expect(line).not.toMatch(/12|地主 |abc|landlord/);
});

test('before there is a field to compare with, the line has the points only', () => {
  const line = shareLine({ day: '2026-11-24', ranked_by: 'beaten', score: { ...SCORE, compared: false }, rows }, 'x')!;
  expect(line).toContain('+36');
  expect(line).not.toMatch(/[▁-█%]/);
});

test('without a result there is nothing to tell', () => {
  expect(shareLine({ day: '2026-11-24', ranked_by: 'beaten', score: null, rows }, 'x')).toBeNull();
});
