/** The messages between a page and the worker that judges actions. */

import type { PlayData } from '../wire/types';
import type { Step, Verdict } from './offlineJudge';

export interface JudgedPuzzle {
  readonly table: PlayData;
  readonly seat: number;
  /** The texts of the solution's moves; empty if the solution is not known. */
  readonly line: readonly string[];
}

export interface JudgeRequest {
  readonly id: number;
  /** Whether to judge the last action, or to find the actions that win. */
  readonly ask: 'verdict' | 'winning';
  readonly puzzle: JudgedPuzzle;
  /** The texts of all actions since the start of the puzzle. */
  readonly played: readonly string[];
}

export interface JudgeAnswer {
  readonly id: number;
  readonly verdict?: Verdict;
  /** The legal actions after the answers; empty if the puzzle is over. */
  readonly legal?: readonly Step[];
  readonly winning?: readonly Step[];
  /** Why there is no answer: the puzzle is too large, or an action is not legal. */
  readonly failure?: string;
}
