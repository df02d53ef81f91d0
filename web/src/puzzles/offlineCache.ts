/** Answers of the server that are kept for when there is no network, in the browser's cache. */

import { READ } from '../lib/serviceWorkerNames';
import { ApiError } from '../wire/api';

/** Cache of what is the same for everybody; what concerns the player goes to READ, which a change of account empties. */
const PUZZLES = 'paiju.puzzles';

export type Whose = 'own' | 'all';

const addressOf = (key: string): string => `/kept/puzzles/${key}`;
const cacheOf = (whose: Whose): Promise<Cache> => caches.open(whose === 'own' ? READ : PUZZLES);

/** A browser has no caches on an insecure page; then nothing is kept. */
async function storeInCache(key: string, whose: Whose, value: unknown): Promise<void> {
  if (!globalThis.caches) return;
  await (await cacheOf(whose)).put(addressOf(key), new Response(JSON.stringify(value)));
}

export async function readCached<T>(key: string, whose: Whose): Promise<T | null> {
  if (!globalThis.caches) return null;
  const response = await (await cacheOf(whose)).match(addressOf(key));
  return response ? ((await response.json()) as T) : null;
}

/** Whether an error only says that the server cannot be reached. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** What the server answers, or its last answer if it cannot be reached. */
export async function loadOrCached<T>(key: string, whose: Whose, load: () => Promise<T>): Promise<T> {
  try {
    const value = await load();
    // A full disk keeps nothing; the answer is there all the same.
    await storeInCache(key, whose, value).catch(() => undefined);
    return value;
  } catch (error) {
    const old = isUnreachable(error) ? await readCached<T>(key, whose) : null;
    if (old === null) throw error;
    return old;
  }
}
