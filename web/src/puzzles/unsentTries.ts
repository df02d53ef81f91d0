/**
 * The tries of puzzles on this device. A try is kept until the server has it, so that none is lost without a network;
 * then its result is kept.
 */

import { api, ApiError } from '../wire/api';
import type { PuzzleTry, TryOutcome } from '../wire/types';
import { isUnreachable } from './offlineCache';

const TRIES = 'paiju.puzzles.tries';
/** The maximum number of tries in one request. */
const AT_ONCE = 100;
/** The maximum number of results that are kept. Without a network they decide which puzzle comes next. */
const REMEMBERED = 1000;

/** A try on this device. After the server has it, only the puzzle and the result are left. */
type KeptTry = Pick<PuzzleTry, 'puzzle' | 'result'> & Partial<PuzzleTry>;

const isWaiting = (one: KeptTry): one is PuzzleTry => one.id !== undefined;

const read = (): readonly KeptTry[] => JSON.parse(localStorage.getItem(TRIES) ?? '[]') as readonly KeptTry[];

/** Stores tries, the oldest first. All that wait are kept; of the others, only the latest of each puzzle. */
function write(tries: readonly KeptTry[]): void {
  const latest = new Map(tries.map((one, at) => [one.puzzle, at]));
  const kept = tries.filter((one, at) => isWaiting(one) || latest.get(one.puzzle) === at);
  const spare = kept.length - REMEMBERED;
  localStorage.setItem(TRIES, JSON.stringify(kept.filter((one, at) => isWaiting(one) || at >= spare)));
}

export const waitingTries = (): readonly PuzzleTry[] => read().filter(isWaiting);

/** The latest result for each puzzle that was tried on this device. */
export const knownResults = (): Readonly<Record<string, PuzzleTry['result']>> =>
  Object.fromEntries(read().map(({ puzzle, result }) => [puzzle, result]));

/** A random id. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Stores a try until it is sent, and returns its id. */
export function storeTry(made: Omit<PuzzleTry, 'id' | 'at'>, now = Date.now()): string {
  const id = newId();
  write([...read(), { ...made, id, at: now }]);
  return id;
}

/** Replaces tries by their results, now that the server has answered. Tries that it refused are removed. */
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

/** Whether the tries can be sent later: the server cannot be reached, or is too busy. */
const canRetryLater = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof ApiError && error.status === 429);

/**
 * Sends the tries that wait. Calls at the same time share one request. Resolves with null if the tries have to wait
 * longer, and rejects if the server refuses them.
 */
export async function sendTries(): Promise<readonly TryOutcome[] | null> {
  sending ??= send().finally(() => (sending = null));
  try {
    return await sending;
  } catch (error) {
    if (!canRetryLater(error)) throw error;
    return null;
  }
}
