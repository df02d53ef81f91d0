/** A first hand to walk through: positions of a table and what to do in each. A family's lesson is data. */

import type { Table } from '../wire/types';

type Text = Readonly<Record<'zh' | 'en', string>>;

export interface Step {
  readonly text: Text;
  readonly table: Table;
  /** What the learner is to do; without it there is only something to look at. */
  readonly want?: Want;
}

export type Want =
  /** Cards in the family's notation, two characters each, and their name as a play. */
  | { readonly kind: 'cards'; readonly cards: string; readonly play: string }
  | { readonly kind: 'action'; readonly action: unknown };

export interface Lesson {
  readonly steps: readonly Step[];
  /** What to play afterwards. */
  readonly ruleset: string;
}
