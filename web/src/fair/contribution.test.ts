import { beforeEach, expect, test, vi } from 'vitest';
import type { Table } from '../wire/types';
import { commitmentOf } from './deal';
import { partDue, partOf, commitmentFor } from './contribution';

const table = (phase: string, pledges: string[], opened: boolean[], you: number | null = 0): Table =>
  ({ you, table: { id: 't1', phase }, next: { number: 3, commitment: 'c1', pledges, opened } }) as unknown as Table;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('the part differs for every hand and survives a reload', () => {
  expect(partOf('c1', 3)).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set([partOf('c1', 3), partOf('c1', 4), partOf('c2', 3)]).size).toBe(3);
  expect(partOf('c1', 3)).toBe(partOf('c1', 3));
  expect(commitmentFor(table('waiting', [], []))).toBe(commitmentOf(partOf('c1', 3)));
});

test('the part is revealed once all have committed, once, and only by the browser that made the commitment', () => {
  const pledge = commitmentOf(partOf('c1', 3));
  expect(partDue(table('revealing', [pledge, ''], [false, true]))).toBe(partOf('c1', 3));
  expect(partDue(table('waiting', [pledge, ''], [false, true]))).toBeNull();
  expect(partDue(table('revealing', [pledge, ''], [true, true]))).toBeNull();
  expect(partDue(table('revealing', ['another', ''], [false, true]))).toBeNull();
  expect(partDue(table('revealing', [pledge, ''], [false, true], null))).toBeNull();
});
