/** What is worth a moment, and what is called out: both follow from the words in which the server tells what happened. */

import type { TranslatableText } from '../../wire/types';
import { find, tell } from '../../i18n/serverMessages';
import type { Speech } from '../narration';

export type Kind = 'bomb' | 'rocket' | 'plane' | 'spring' | 'last' | 'mark' | 'win' | 'title';

export interface Moment {
  readonly kind: Kind;
  readonly word: string;
}

type Arg = NonNullable<TranslatableText['args']>[string];

/** Words within words, the innermost first: a play stands within what is told of it. */
function* within(arg: Arg): Generator<TranslatableText> {
  if (Array.isArray(arg)) for (const one of arg) yield* within(one);
  else if (typeof arg === 'object' && arg.type === 'words') yield* allOf(arg);
}

function* allOf(told: TranslatableText): Generator<TranslatableText> {
  for (const arg of Object.values(told.args ?? {})) yield* within(arg);
  yield told;
}

const callKey = (key: string): string => `aloud.${key.slice(key.indexOf('.') + 1)}`;

/** The short call for what happened; empty where nobody calls it out. */
export function callOf(told: TranslatableText, { words, spoken }: Speech): string {
  for (const one of allOf(told)) {
    const key = callKey(one.key);
    if (find(key, words) !== undefined)
      return tell({ ...one, key }, { words, names: [], you: null, ...(spoken ? { cards: spoken } : {}) });
  }
  return '';
}

/** The moment that this makes; null: none. */
export function momentOf(told: TranslatableText, speech: Speech): Moment | null {
  for (const one of allOf(told)) {
    const kind = speech.moments?.[one.key];
    if (kind) return { kind, word: callOf(told, speech) };
  }
  return null;
}
