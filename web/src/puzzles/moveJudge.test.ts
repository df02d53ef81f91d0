import { afterEach, expect, test, vi } from 'vitest';
import { api, ApiError } from '../wire/api';
import type { PuzzleMove, PuzzlePosition, PuzzleSolution, PuzzleView } from '../wire/types';
import { MoveJudge, NeedsServer } from './moveJudge';

const label = { type: 'words' as const, key: 'x' };
const position = (turn: number | null, hand: string[]): PuzzlePosition => ({
  turn,
  state: null,
  zones: [{ place: 'hand', seat: 0, cards: hand }],
  legal: hand.map((text) => ({ action: text, text, label, cards: [text] })),
});
const move = (
  seat: number,
  text: string,
  after: PuzzlePosition,
  right: string[] = [],
): PuzzleMove & { right: string[] } => ({
  seat,
  action: text,
  text,
  label,
  position: after,
  right,
});

const first = position(0, ['As', 'Ks', '3s']);
const second = position(0, ['Ks', '3s']);
const solution = {
  moves: [
    move(0, 'As', position(1, ['Ks', '3s']), ['As']),
    move(1, 'Th', second),
    move(0, 'Ks', position(1, ['3s']), ['Ks', '3s']),
    move(1, '9h', position(null, ['3s'])),
  ],
  values: [],
} as unknown as PuzzleSolution;
const view = { id: '0123456789', seat: 0, position: first, goal_kind: 'points' } as unknown as PuzzleView;

afterEach(() => vi.restoreAllMocks());
const disconnect = (): void =>
  void vi
    .spyOn(api, 'judgePuzzle')
    .mockRejectedValue(new ApiError({ kind: 'http', code: 'unreachable', words: label }, 0));

test('without a network the main line goes on, and a wrong action ends it', async () => {
  disconnect();
  const judge = new MoveJudge(view, solution);
  const right = await judge.judge([], 'As', first, []);
  expect([right.isRight, right.isOver, right.isCut]).toEqual([true, false, false]);
  expect(right.answers.map(({ text }) => text)).toEqual(['Th']);
  const wrong = await judge.judge([], '3s', first, []);
  expect([wrong.isRight, wrong.isOver, wrong.isCut]).toEqual([false, true, false]);
  const last = await judge.judge(['As', 'Th'], 'Ks', second, []);
  expect([last.isRight, last.isOver]).toEqual([true, true]);
});

test('another right action is called right, but does not solve the puzzle', async () => {
  disconnect();
  const other = await new MoveJudge(view, solution).judge(['As', 'Th'], '3s', second, []);
  expect([other.isRight, other.isCut]).toEqual([true, true]);
});

test('a puzzle without a solution needs the server', async () => {
  disconnect();
  await expect(new MoveJudge(view, null).judge([], 'As', first, [])).rejects.toThrow(NeedsServer);
});

test('a refusal of the server is no lost connection', async () => {
  vi.spyOn(api, 'judgePuzzle').mockRejectedValue(
    new ApiError({ kind: 'http', code: 'too_many_requests', words: label }, 429),
  );
  await expect(new MoveJudge(view, solution).judge([], 'As', first, [])).rejects.toThrow(ApiError);
});
