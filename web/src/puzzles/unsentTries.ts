/** Tries of puzzles: kept on this device until the server has them, so that none is lost without a network. */

import { api, ApiError } from '../wire/api';
import type { PuzzleTry, TryOutcome } from '../wire/types';
import { isUnreachable } from './offlineCache';

const TRIES = 'paiju.puzzles.tries';
/** The server takes at most so many at once. */
const AT_ONCE = 100;
/** Results of the latest puzzles, by which the next one is chosen without a network. */
const REMEMBERED = 1000;

/** A try on this device: all of it while it waits, afterwards only its puzzle and its result. */
type KeptTry = Pick<PuzzleTry, 'puzzle' | 'result'> & Partial<PuzzleTry>;

const isWaiting = (one: KeptTry): one is PuzzleTry => one.id !== undefined;

const read = (): readonly KeptTry[] => JSON.parse(localStorage.getItem(TRIES) ?? '[]') as readonly KeptTry[];

/** Keeps tries, the oldest first: those that wait, and of the others the latest of each puzzle. */
function write(tries: readonly KeptTry[]): void {
  const latest = new Map(tries.map((one, at) => [one.puzzle, at]));
  const kept = tries.filter((one, at) => isWaiting(one) || latest.get(one.puzzle) === at);
  const spare = kept.length - REMEMBERED;
  localStorage.setItem(TRIES, JSON.stringify(kept.filter((one, at) => isWaiting(one) || at >= spare)));
}

export const waitingTries = (): readonly PuzzleTry[] => read().filter(isWaiting);

/** The latest results on this device, by puzzle. */
export const knownResults = (): Readonly<Record<string, PuzzleTry['result']>> =>
  Object.fromEntries(read().map(({ puzzle, result }) => [puzzle, result]));

/** An id that no other device makes. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Keeps a try until it is sent. Returns its id. */
export function storeTry(made: Omit<PuzzleTry, 'id' | 'at'>, now = Date.now()): string {
  const id = newId();
  write([...read(), { ...made, id, at: now }]);
  return id;
}

/** Notes what the server made of tries. One that it did not take has no result here either. */
function recordOutcomes(outcomes: readonly TryOutcome[]): void {
  const byId = new Map(outcomes.map((one) => [one.id, one]));
  write(
    read().flatMap((one) => {
      const outcome = one.id === undefined ? undefined : byId.get(one.id);
      if (!outcome) return [one];
      return outcome.result ? [{ puzzle: one.puzzle, result: outcome.result }] : [];
    }),
  );
}

let sending: Promise<readonly TryOutcome[]> | null = null;

async function send(): Promise<readonly TryOutcome[]> {
  const tries = waitingTries().slice(0, AT_ONCE);
  if (tries.length === 0) return [];
  const { tries: outcomes } = await api.sendTries([...tries]);
  recordOutcomes(outcomes);
  return outcomes;
}

/** Whether it may take tries later: it cannot be reached, or has enough to do. */
const canRetryLater = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof ApiError && error.status === 429);

/** Sends what waits, once at a time. Rejects if the server refuses; null if the tries have to wait. */
export async function sendTries(): Promise<readonly TryOutcome[] | null> {
  sending ??= send().finally(() => (sending = null));
  try {
    return await sending;
  } catch (error) {
    if (!canRetryLater(error)) throw error;
    return null;
  }
}
