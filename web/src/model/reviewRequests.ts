/** Requests reviews of finished hands, one after another, as fast as the server accepts the requests. */

import { api, ApiError } from '../wire/api';
import type { HandReview } from '../wire/types';

/** Milliseconds to wait before a request is repeated that the server refused because of too many requests. */
export const AGAIN = 5000;

const TOO_MANY = 429;
/** Statuses of errors after which no hand can be reviewed: no network (0), or reviews do not work at present (503). */
const ALL: readonly number[] = [0, 503];

/**
 * The progress of `reviewHands`: the number of hands that are finished, the number of all hands, and why it stopped
 * early. `failure` is null if it did not stop early.
 */
export interface Progress {
  readonly done: number;
  readonly all: number;
  readonly failure: unknown;
}

const pause = (time: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/**
 * Requests the review of each hand and reports the progress after each. A hand that cannot be reviewed is skipped. Ends
 * early if the signal aborts, or if reviews do not work at present.
 */
export async function reviewHands(
  hands: readonly string[],
  onprogress: (progress: Progress) => unknown,
  signal: AbortSignal,
  again = AGAIN,
): Promise<void> {
  const all = hands.length;
  let done = 0;
  while (done < all && !signal.aborted) {
    const status = await api.review(hands[done]!, 'quick').then(
      () => null,
      (error: unknown) => error,
    );
    if (signal.aborted) return;
    const code = status instanceof ApiError ? status.status : null;
    if (code === TOO_MANY) {
      await pause(again, signal);
      continue;
    }
    if (code !== null && ALL.includes(code)) {
      await onprogress({ done, all, failure: status });
      return;
    }
    done += 1;
    await onprogress({ done, all, failure: null });
  }
}

/** Milliseconds between two requests for a review that is not complete yet. */
const PACE = 1000;

/** Requests the quick review of a hand until it is complete, and returns it. Null if the signal aborts before. */
export async function fetchCompleteReview(
  hand: string,
  signal: AbortSignal,
  { pace = PACE, again = AGAIN } = {},
): Promise<HandReview | null> {
  while (!signal.aborted) {
    try {
      const review = await api.review(hand, 'quick');
      if (review.state === 'complete') return review;
      await pause(pace, signal);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === TOO_MANY)) throw error;
      await pause(again, signal);
    }
  }
  return null;
}
