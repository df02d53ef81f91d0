/** Sums of a player's statistics, for display. */

import type { HandStatistics, TranslatableText } from '../../wire/types';

/** The hands that were played in one role. */
export interface Part {
  readonly role: TranslatableText;
  readonly hands: number;
  readonly won: number;
  readonly decided: number;
}

export interface Sum {
  readonly parts: readonly Part[];
  readonly feats: readonly { readonly feat: TranslatableText; readonly hands: number }[];
  readonly hands: number;
  readonly won: number;
  readonly decided: number;
  readonly left: number;
  readonly multiplier: number;
}

const familyName = (ruleset: string): string => ruleset.split('/')[0] ?? '';

/** The families that the player has played, the most played first. */
export function familiesIn(numbers: readonly HandStatistics[]): string[] {
  const hands = new Map<string, number>();
  for (const one of numbers) {
    const family = familyName(one.ruleset);
    hands.set(family, (hands.get(family) ?? 0) + one.hands);
  }
  return [...hands].sort(([, one], [, other]) => other - one).map(([family]) => family);
}

const total = <T>(all: readonly T[], count: (one: T) => number): number =>
  all.reduce((sum, one) => sum + count(one), 0);

const decidedHands = (all: readonly HandStatistics[]): number => total(all, (one) => one.won + one.lost);

/** Groups items by key, with the groups in the order in which their keys first appear. */
function groupBy<T>(all: readonly T[], key: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return [...groups.values()];
}

export function sumOf(numbers: readonly HandStatistics[], family: string, people: boolean): Sum {
  const own = numbers.filter((one) => familyName(one.ruleset) === family && (one.people || !people));
  const played = groupBy(
    own.filter((one) => one.role !== null),
    (one) => one.role!.key,
  );
  const feats = groupBy(
    own.flatMap((one) => one.feats),
    (one) => one.feat.key,
  );
  return {
    parts: played.map((all) => ({
      role: all[0]!.role!,
      hands: total(all, (one) => one.hands),
      won: total(all, (one) => one.won),
      decided: decidedHands(all),
    })),
    feats: feats.map((all) => ({ feat: all[0]!.feat, hands: total(all, (one) => one.hands) })),
    hands: total(own, (one) => one.hands),
    won: total(own, (one) => one.won),
    decided: decidedHands(own),
    left: total(own, (one) => one.left),
    multiplier: Math.max(1, ...own.map((one) => one.multiplier)),
  };
}
