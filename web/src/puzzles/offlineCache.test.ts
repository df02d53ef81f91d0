import { expect, test, vi } from 'vitest';

/** The caches of a browser, by name. */
const stored = new Map<string, Map<string, Response>>();
vi.stubGlobal('navigator', {});
vi.stubGlobal('caches', {
  open: (name: string) => {
    const cache = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, cache);
    return Promise.resolve({
      put: (key: string, response: Response) => Promise.resolve(void cache.set(key, response)),
      match: (key: string) => Promise.resolve(cache.get(key)?.clone()),
    });
  },
  delete: (name: string) => Promise.resolve(stored.delete(name)),
});
const { clearPersonalCache } = await import('../lib/serviceWorker.svelte');
const { loadOrCached, readCached } = await import('./offlineCache');

test.each([
  ['own', null],
  ['all', 1],
] as const)(
  'what arrives after the player has changed is kept only if it is for everybody (%s)',
  async (whose, kept) => {
    let answer: (value: number) => void = () => undefined;
    const loaded = loadOrCached('hub', whose, () => new Promise<number>((resolve) => (answer = resolve)));
    clearPersonalCache();
    answer(1);
    expect(await loaded).toBe(1);
    expect(await readCached('hub', whose)).toBe(kept);
  },
);

test('an answer is kept while the player stays', async () => {
  await loadOrCached('hub', 'own', () => Promise.resolve(2));
  expect(await readCached('hub', 'own')).toBe(2);
});
