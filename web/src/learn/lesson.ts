/** A first hand to walk through: what the learner sees at each step, played by the engine (`scripts/lesson.py`). */

import type { Reading, Table, TranslatableText } from '../wire/types';

type ByLanguage = Readonly<Record<string, string>>;

/** Something else that the learner may try: the lesson's own words about it, or why the rules do not allow it. */
export interface Slip {
  readonly text: string;
  readonly action?: unknown;
  readonly say?: ByLanguage;
  readonly words?: TranslatableText;
}

export interface Step {
  readonly say: ByLanguage;
  readonly table: Table;
  /** What the learner is to do; without it there is only something to look at. */
  readonly want?: Reading;
  readonly slips?: readonly Slip[];
}

export interface Lesson {
  /** What is played, and what to play afterwards. */
  readonly ruleset: string;
  /** The names of all cards, as they stand in an action's text. */
  readonly cards: readonly string[];
  readonly steps: readonly Step[];
}

/** Finds the cards in a text, in any order: `play 8s 8h` and `8h8s` have the same. */
export function cardFinder(names: readonly string[]): (text: string) => string {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const card = new RegExp(longestFirst.join('|'), 'g');
  return (text) => (text.match(card) ?? []).sort().join(' ');
}
