import { beforeEach, expect, test, vi } from 'vitest';
import type { Table } from '../wire/types';
import { commitmentOf } from './deal';
import { contributionDue, contributionTo, commitmentFor } from './contribution';

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
  expect(contributionTo('c1', 3)).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set([contributionTo('c1', 3), contributionTo('c1', 4), contributionTo('c2', 3)]).size).toBe(3);
  expect(contributionTo('c1', 3)).toBe(contributionTo('c1', 3));
  expect(commitmentFor(table('waiting', [], []))).toBe(commitmentOf(contributionTo('c1', 3)));
});

test('the part is revealed once all have committed, once, and only by the browser that made the commitment', () => {
  const pledge = commitmentOf(contributionTo('c1', 3));
  expect(contributionDue(table('revealing', [pledge, ''], [false, true]))).toBe(contributionTo('c1', 3));
  expect(contributionDue(table('waiting', [pledge, ''], [false, true]))).toBeNull();
  expect(contributionDue(table('revealing', [pledge, ''], [true, true]))).toBeNull();
  expect(contributionDue(table('revealing', ['another', ''], [false, true]))).toBeNull();
  expect(contributionDue(table('revealing', [pledge, ''], [false, true], null))).toBeNull();
});
