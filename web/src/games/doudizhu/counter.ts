/** 记牌器: how many cards of each rank are still out, from what the viewer has seen. */

import { parseCards, RANKS } from '../../cards/card';
import type { Counted } from '../../table/scene';
import type { Rules, State } from './types';

const packOf = (rules: Rules, rank: string): number => {
  if ((rules.stripped_ranks ?? '').includes(rank)) return 0;
  return (rules.decks ?? 1) * ('BR'.includes(rank) ? 1 : 4);
};

export function count(view: State, rules: Rules, me: number | null): Counted[] {
  const own = me === null ? [] : [view.secret.hands[me], view.secret.threw[me]];
  const seen = parseCards([...view.public.played, ...own].filter(Boolean).join(''));
  return [...RANKS]
    .reverse()
    .filter((rank) => packOf(rules, rank) > 0)
    .map((rank) => ({ rank, left: packOf(rules, rank) - seen.filter((card) => card.rank === rank).length }));
}
