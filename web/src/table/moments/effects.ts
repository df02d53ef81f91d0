/** Which messages get a moment and which are called out; both follow from the keys of the server's messages. */

import type { TranslatableText } from '../../wire/types';
import { findText, renderMessage } from '../../i18n/serverMessages';
import type { MomentKind, Speech } from '../speech';

export interface Moment {
  readonly kind: MomentKind;
  readonly word: string;
}

type Arg = NonNullable<TranslatableText['args']>[string];

/** Texts inside an argument, innermost first: a play is nested in the text about it. */
function* textsIn(arg: Arg): Generator<TranslatableText> {
  if (Array.isArray(arg)) for (const one of arg) yield* textsIn(one);
  else if (typeof arg === 'object' && arg.type === 'words') yield* allOf(arg);
}

function* allOf(text: TranslatableText): Generator<TranslatableText> {
  for (const arg of Object.values(text.args ?? {})) yield* textsIn(arg);
  yield text;
}

const callKey = (key: string): string => `aloud.${key.slice(key.indexOf('.') + 1)}`;

/** The short call for an event; empty if nobody calls it out. */
export function callOf(text: TranslatableText, { words, spoken }: Speech): string {
  for (const one of allOf(text)) {
    const key = callKey(one.key);
    if (findText(key, words) !== undefined)
      return renderMessage({ ...one, key }, { words, names: [], you: null, ...(spoken ? { cards: spoken } : {}) });
  }
  return '';
}

/** The moment for a text, or null. */
export function momentOf(text: TranslatableText, speech: Speech): Moment | null {
  for (const one of allOf(text)) {
    const kind = speech.moments?.[one.key];
    if (kind) return { kind, word: callOf(text, speech) };
  }
  return null;
}

/** Whether a text is about a bomb. */
export const isBomb = (text: TranslatableText, { bombs = [] }: Speech): boolean =>
  [...allOf(text)].some(({ key }) => bombs.includes(key));
