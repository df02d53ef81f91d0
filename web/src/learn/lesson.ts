/**
 * A guided first hand: the tables that the learner sees at each step. `scripts/lesson.py` writes it by playing the hand
 * on the engine.
 */

import type { Reading, Table, TranslatableText } from '../wire/types';

type ByLanguage = Readonly<Record<string, string>>;

/** Another move that the learner may try, with the comment of the lesson or the reason why the move is illegal. */
export interface Slip {
  readonly text: string;
  readonly action?: unknown;
  readonly say?: ByLanguage;
  readonly words?: TranslatableText;
}

export interface Step {
  readonly say: ByLanguage;
  readonly table: Table;
  /** The move that the learner has to make. A step without it only shows something. */
  readonly want?: Reading;
  readonly slips?: readonly Slip[];
}

export interface Lesson {
  /** The ruleset of the lesson, which is also the one to play afterwards. */
  readonly ruleset: string;
  /** The names of all cards, as they are written in the text of an action. */
  readonly cards: readonly string[];
  readonly steps: readonly Step[];
}
