/**
 * Decides which messages of the server get a moment and which are called out. Both depend on the keys of the messages.
 */

import type { Call } from '../../lib/spokenCalls';
import type { TranslatableText } from '../../wire/types';
import { cardsOfArg, findText, renderMessage, type Arg } from '../../i18n/serverMessages';
import type { MomentKind, Speech } from '../familyTexts';

export interface Moment {
  readonly kind: MomentKind;
  readonly word: string;
  /** The text on the seal of a new title. */
  readonly seal?: string;
  /** Whether the moment is about cards on the table, which are shown before it. */
  readonly cards?: boolean;
}

/** Yields the texts inside an argument, the innermost first: a play is nested in the text about the play. */
function* textsIn(arg: Arg): Generator<TranslatableText> {
  if (Array.isArray(arg)) for (const one of arg) yield* textsIn(one);
  else if (typeof arg === 'object' && arg.type === 'words') yield* textsWithin(arg);
}

function* textsWithin(text: TranslatableText): Generator<TranslatableText> {
  for (const arg of Object.values(text.args ?? {})) yield* textsIn(arg);
  yield text;
}

const nameOf = (key: string): string => key.slice(key.indexOf('.') + 1);

/** What an argument adds to the name of a clip: its cards or its number, as the record of a hand writes them. */
function detailOf(arg: Arg): string {
  if (typeof arg === 'string' || typeof arg === 'number') return String(arg);
  return cardsOfArg(arg).replaceAll(' ', '');
}

/** The short call for an event, with its words and the names of its clips; null if the event is not called out. */
export function callOf(text: TranslatableText, { words, spoken }: Speech): Call | null {
  for (const one of textsWithin(text)) {
    const name = nameOf(one.key);
    const key = `aloud.${name}`;
    if (findText(key, words) === undefined) continue;
    const own = renderMessage({ ...one, key }, { words, cards: spoken });
    const details = Object.values(one.args ?? {}).map(detailOf);
    return { text: own, clips: [...details.filter(Boolean).map((detail) => `${name}.${detail}`), name] };
  }
  return null;
}

/** The moment for a text; null if it has none. */
export function momentOf(text: TranslatableText, speech: Speech): Moment | null {
  for (const one of textsWithin(text)) {
    const kind = speech.moments?.[one.key];
    if (kind) return { kind, word: callOf(text, speech)?.text ?? '', ...(kind === 'spring' ? {} : { cards: true }) };
  }
  return null;
}

/** Whether a text is about a bomb. */
export const isBomb = (text: TranslatableText, { bombs = [] }: Speech): boolean =>
  [...textsWithin(text)].some(({ key }) => bombs.includes(key));
