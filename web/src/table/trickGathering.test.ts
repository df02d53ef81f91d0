import { expect, test, vi } from 'vitest';
import type { TableScene } from './scene';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('navigator', { language: 'en' });
vi.stubGlobal('addEventListener', () => undefined);
const { bestPlayOf, isTrickOver } = await import('./trickGathering.svelte');

const lies = (text: string, toBeat = false) => ({
  kind: 'cards',
  cards: [...text].map((one) => ({ text: one })),
  as: null,
  toBeat,
});
const sceneOf = (plays: readonly (object | null)[], result: object | null = null): TableScene =>
  ({ seats: plays.map((last, seat) => ({ seat, last })), result }) as unknown as TableScene;

const trick = sceneOf([lies('3'), lies('5', true), null]);

test('the best play is the one to beat', () => {
  expect(bestPlayOf(trick)).toEqual({ seat: 1, cards: '5' });
  expect(bestPlayOf(sceneOf([null, null]))).toBeNull();
});

test('a trick is gathered when its best play no longer lies before its player', () => {
  const best = bestPlayOf(trick)!;
  expect(isTrickOver(best, trick)).toBe(false);
  expect(isTrickOver(best, sceneOf([lies('3'), lies('5'), lies('8', true)]))).toBe(false);
  expect(isTrickOver(best, sceneOf([null, null, null]))).toBe(true);
  expect(isTrickOver(best, sceneOf([null, lies('9', true), null]))).toBe(true);
});

test('the last trick stays where it lies until the result has been read', () => {
  expect(isTrickOver(bestPlayOf(trick)!, sceneOf([null, null, null], {}))).toBe(false);
});
