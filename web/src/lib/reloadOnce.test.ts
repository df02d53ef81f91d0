import { expect, test, vi } from 'vitest';
import { reloadOnce } from './reloadOnce';

test('each version of the page reloads itself once', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const reload = vi.fn();
  reloadOnce(2, reload);
  reloadOnce(2, reload);
  expect(reload).toHaveBeenCalledTimes(1);
  reloadOnce(3, reload);
  expect(reload).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
