/** A guided first hand: what the learner sees at each step, played by the engine (`scripts/lesson.py`). */

import type { Reading, Table, TranslatableText } from '../wire/types';

type ByLanguage = Readonly<Record<string, string>>;

/** Another move that the learner may try, with the lesson's comment or the reason it is illegal. */
export interface Slip {
  readonly text: string;
  readonly action?: unknown;
  readonly say?: ByLanguage;
  readonly words?: TranslatableText;
}

export interface Step {
  readonly say: ByLanguage;
  readonly table: Table;
  /** The move the learner has to make; without it the step only shows something. */
  readonly want?: Reading;
  readonly slips?: readonly Slip[];
}

export interface Lesson {
  /** The ruleset of the lesson, and the one to play afterwards. */
  readonly ruleset: string;
  /** Names of all cards, as written in an action's text. */
  readonly cards: readonly string[];
  readonly steps: readonly Step[];
}

/** Returns a function that collects the cards in a text in a canonical order: `play 8s 8h` and `8h8s` give the same. */
export function cardFinder(names: readonly string[]): (text: string) => string {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const card = new RegExp(longestFirst.join('|'), 'g');
  return (text) => (text.match(card) ?? []).sort().join(' ');
}
