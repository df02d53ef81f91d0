import { afterEach, expect, test, vi } from 'vitest';
import { api, ApiError } from '../wire/api';
import { fetchCompleteReview, reviewHands, type Progress } from './reviewRequests';

const refusal = (status: number): ApiError =>
  new ApiError({ kind: 'x', code: 'x', words: { type: 'words', key: 'x' } }, status);

/** Runs `reviewHands` with these answers for each hand. The last answer for a hand is repeated. */
async function run(hands: string[], answers: Record<string, (number | null)[]>, stopAfter = Infinity) {
  const asked: string[] = [];
  const seen: Progress[] = [];
  const stop = new AbortController();
  vi.spyOn(api, 'review').mockImplementation((hand) => {
    asked.push(hand);
    const left = answers[hand] ?? [null];
    const status = left.length > 1 ? left.shift()! : left[0]!;
    return status === null ? (Promise.resolve({}) as never) : Promise.reject(refusal(status));
  });
  await reviewHands(hands, (one) => (seen.push(one), seen.length >= stopAfter && stop.abort()), stop.signal, 1);
  return { asked, seen };
}

afterEach(() => vi.restoreAllMocks());

test('hands are reviewed one after the other, and one that cannot be reviewed is passed over', async () => {
  const { asked, seen } = await run(['a', 'b', 'c'], { b: [410] });
  expect(asked).toEqual(['a', 'b', 'c']);
  expect(seen.map(({ done, all, failure }) => [done, all, failure])).toEqual([
    [1, 3, null],
    [2, 3, null],
    [3, 3, null],
  ]);
});

test('a request that was one too many is repeated later', async () => {
  const { asked, seen } = await run(['a', 'b'], { b: [429, 429, null] });
  expect(asked).toEqual(['a', 'b', 'b', 'b']);
  expect(seen).toHaveLength(2);
});

test('it ends if reviews do not work, and says why', async () => {
  const { asked, seen } = await run(['a', 'b', 'c'], { b: [503] });
  expect(asked).toEqual(['a', 'b']);
  expect(seen.at(-1)).toMatchObject({ done: 1, failure: { status: 503 } });
});

test('it ends when the page is left', async () => {
  const { asked } = await run(['a', 'b', 'c'], {}, 1);
  expect(asked).toEqual(['a']);
});

test('a review is asked for until it is complete', async () => {
  const stop = new AbortController();
  const complete = { state: 'complete' } as never;
  const ask = vi
    .spyOn(api, 'review')
    .mockResolvedValueOnce({ state: 'pending' } as never)
    .mockRejectedValueOnce(refusal(429))
    .mockResolvedValueOnce(complete);
  expect(await fetchCompleteReview('a', stop.signal, { pace: 1, again: 1 })).toBe(complete);
  expect(ask).toHaveBeenCalledTimes(3);
  ask.mockRejectedValueOnce(refusal(403));
  await expect(fetchCompleteReview('a', stop.signal)).rejects.toThrow();
  stop.abort();
  expect(await fetchCompleteReview('a', stop.signal)).toBeNull();
});
