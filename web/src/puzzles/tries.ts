/** Tries of puzzles: kept on this device until the server has them, so that none is lost without a network. */

import { api } from '../wire/api';
import type { PuzzleTry, TryOutcome } from '../wire/types';
import { isUnreachable } from './offlineCache';

const WAITING = 'paiju.puzzles.waiting';
const RESULTS = 'paiju.puzzles.results';
/** The server takes at most so many at once. */
const AT_ONCE = 100;
/** Results of the latest puzzles, by which the next one is chosen without a network. */
const REMEMBERED = 1000;

type Results = Readonly<Record<string, PuzzleTry['result']>>;

const read = <T>(key: string, empty: T): T => (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? empty;
const write = (key: string, value: unknown): void => localStorage.setItem(key, JSON.stringify(value));

export const waitingTries = (): readonly PuzzleTry[] => read<readonly PuzzleTry[]>(WAITING, []);

/** The results on this device, by puzzle. */
export const knownResults = (): Results => read<Results>(RESULTS, {});

/** An id that no other device makes. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Keeps a try until it is sent. Returns its id. */
export function keepTry(made: Omit<PuzzleTry, 'id' | 'at'>, now = Date.now()): string {
  const id = newId();
  write(WAITING, [...waitingTries(), { ...made, id, at: now }]);
  const { [made.puzzle]: _, ...others } = knownResults();
  write(RESULTS, Object.fromEntries([...Object.entries(others), [made.puzzle, made.result]].slice(-REMEMBERED)));
  return id;
}

let sending: Promise<readonly TryOutcome[]> | null = null;

async function send(): Promise<readonly TryOutcome[]> {
  const tries = waitingTries().slice(0, AT_ONCE);
  if (tries.length === 0) return [];
  const { tries: results } = await api.sendTries([...tries]);
  const sent = new Set(tries.map(({ id }) => id));
  write(
    WAITING,
    waitingTries().filter(({ id }) => !sent.has(id)),
  );
  return results;
}

/** Sends what waits, once at a time. Rejects if the server refuses; null if it cannot be reached. */
export async function sendTries(): Promise<readonly TryOutcome[] | null> {
  sending ??= send().finally(() => (sending = null));
  try {
    return await sending;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return null;
  }
}
