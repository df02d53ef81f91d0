/** Why an action that was judged here is right or wrong: the server's reasons, chosen by what is known of the moves. */

import type { LineReason, TranslatableText } from '../wire/types';

export interface OthersPlay {
  readonly seat: number;
  readonly label: TranslatableText;
}

/** What is known of an action: the facts of `LineReason` but for the plays that answer it. */
export interface ActionFacts {
  readonly right: boolean;
  readonly ends: boolean;
  readonly unbeatable: boolean;
}

/** The first reason whose facts hold, with the others' plays in its placeholders; null if none does. */
export function reasonOf(
  reasons: readonly LineReason[],
  action: ActionFacts,
  plays: readonly OthersPlay[],
): TranslatableText | null {
  const facts: Readonly<Record<string, boolean | number>> = {
    ...action,
    plays: plays.length,
    seats: new Set(plays.map(({ seat }) => seat)).size,
  };
  const found = reasons.find(({ when }) => Object.entries(when).every(([fact, value]) => facts[fact] === value));
  if (!found) return null;
  const [first, last] = [plays[0], plays.at(-1)];
  if (action.right || !first || !last) return { type: 'words', key: found.key };
  const args = {
    by: { type: 'seat' as const, seat: first.seat },
    play: first.label,
    who: { type: 'seat' as const, seat: last.seat },
    last: last.label,
  };
  return { type: 'words', key: found.key, args };
}
