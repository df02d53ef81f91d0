/** Has finished hands reviewed, one after the other, at the pace at which the server accepts them. */

import { api, ApiError } from '../wire/api';
import type { HandReview } from '../wire/types';

/** Milliseconds before a request is repeated that the server refused for now. */
export const AGAIN = 5000;

const TOO_MANY = 429;
/** Errors that concern all hands: no network, or reviews do not work at present. */
const ALL: readonly number[] = [0, 503];

/** Progress of `reviewHands`: how many hands are done with, and why it stopped early; null if it did not. */
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
 * Asks for the review of each hand and reports progress after each. A hand that cannot be reviewed is passed over.
 * Ends early if the signal aborts, or if reviews do not work at present.
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

/** Milliseconds between two requests for a review that is being worked out. */
const PACE = 1000;

/** The quick review of a hand, once it is complete; null if the signal aborts before. */
export async function completeReview(
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
