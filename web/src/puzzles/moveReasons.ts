/** Chooses the reason for an action that was judged on this device from the reasons that the server sent. */

import type { LineReason, TranslatableText } from '../wire/types';

export interface OthersPlay {
  readonly seat: number;
  readonly label: TranslatableText;
}

/** Facts about an action, named as in `LineReason`. The facts about the answering plays are added later. */
export interface ActionFacts {
  readonly right: boolean;
  readonly ends: boolean;
  readonly unbeatable: boolean;
}

/** The first reason whose facts hold, with the answering plays as its arguments; null if none holds. */
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
