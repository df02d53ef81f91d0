/** What a page and the worker that judges tell each other. */

import type { PlayData } from '../wire/types';
import type { Step, Verdict } from './offlineJudge';

export interface JudgedPuzzle {
  readonly table: PlayData;
  readonly seat: number;
  /** The main line; empty if it is not known. */
  readonly line: readonly string[];
}

export interface JudgeRequest {
  readonly id: number;
  /** Judge the last action, or find the actions that win. */
  readonly ask: 'verdict' | 'winning';
  readonly puzzle: JudgedPuzzle;
  /** All actions since the start. */
  readonly played: readonly string[];
}

export interface JudgeAnswer {
  readonly id: number;
  readonly verdict?: Verdict;
  /** What one may do next. */
  readonly legal?: readonly Step[];
  readonly winning?: readonly Step[];
  /** The puzzle is too large, or an action is not legal. */
  readonly failure?: string;
}
