/** What is worth a moment, and what is called out: both follow from the words in which the server tells what happened. */

import type { TranslatableText } from '../../wire/types';
import { findText, renderMessage } from '../../i18n/serverMessages';
import type { MomentKind, Speech } from '../speech';

export interface Moment {
  readonly kind: MomentKind;
  readonly word: string;
}

type Arg = NonNullable<TranslatableText['args']>[string];

/** Words textsIn words, the innermost first: a play stands textsIn what is text of it. */
function* textsIn(arg: Arg): Generator<TranslatableText> {
  if (Array.isArray(arg)) for (const one of arg) yield* textsIn(one);
  else if (typeof arg === 'object' && arg.type === 'words') yield* allOf(arg);
}

function* allOf(text: TranslatableText): Generator<TranslatableText> {
  for (const arg of Object.values(text.args ?? {})) yield* textsIn(arg);
  yield text;
}

const callKey = (key: string): string => `aloud.${key.slice(key.indexOf('.') + 1)}`;

/** The short call for what happened; empty where nobody calls it out. */
export function callOf(text: TranslatableText, { words, spoken }: Speech): string {
  for (const one of allOf(text)) {
    const key = callKey(one.key);
    if (findText(key, words) !== undefined)
      return renderMessage({ ...one, key }, { words, names: [], you: null, ...(spoken ? { cards: spoken } : {}) });
  }
  return '';
}

/** The moment that this makes; null: none. */
export function momentOf(text: TranslatableText, speech: Speech): Moment | null {
  for (const one of allOf(text)) {
    const kind = speech.moments?.[one.key];
    if (kind) return { kind, word: callOf(text, speech) };
  }
  return null;
}
