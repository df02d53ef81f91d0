/** Keeps answers of the server in the browser's cache, for use without a network. */

import { personalCacheVersion } from '../lib/serviceWorker.svelte';
import { READ } from '../lib/serviceWorkerNames';
import { ApiError } from '../wire/api';

/**
 * The cache of the answers that are the same for everybody. Answers for one player are in `READ`, which is emptied when
 * the player changes.
 */
const PUZZLES = 'paiju.puzzles';

export type Whose = 'own' | 'all';

const addressOf = (key: string): string => `/kept/puzzles/${key}`;
const cacheOf = (whose: Whose): Promise<Cache> => caches.open(whose === 'own' ? READ : PUZZLES);

/**
 * Stores an answer that was requested when the personal cache had a version. An answer for one player is not stored if
 * the player has changed since. Does nothing on a page without HTTPS, because browsers have no caches there.
 */
async function storeInCache(key: string, whose: Whose, value: unknown, version: number): Promise<void> {
  if (!globalThis.caches) return;
  const cache = await cacheOf(whose);
  if (whose === 'all' || version === personalCacheVersion())
    await cache.put(addressOf(key), new Response(JSON.stringify(value)));
}

export async function readCached<T>(key: string, whose: Whose): Promise<T | null> {
  if (!globalThis.caches) return null;
  const response = await (await cacheOf(whose)).match(addressOf(key));
  return response ? ((await response.json()) as T) : null;
}

/** Whether an error means that the server cannot be reached. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** Loads an answer and stores it. If the server cannot be reached, returns the stored answer. */
export async function loadOrCached<T>(key: string, whose: Whose, load: () => Promise<T>): Promise<T> {
  const version = personalCacheVersion();
  try {
    const value = await load();
    // A full disk keeps nothing; the answer is there all the same.
    await storeInCache(key, whose, value, version).catch(() => undefined);
    return value;
  } catch (error) {
    const old = isUnreachable(error) ? await readCached<T>(key, whose) : null;
    if (old === null) throw error;
    return old;
  }
}
