/** The card counter (记牌器): how many cards of each rank the viewer has not seen yet. */

import { parseCards, RANKS } from '../../cards/card';
import type { CounterRow } from '../../table/scene';
import type { State } from './types';

/** One row per rank with the number of unseen cards. `pack` has the number of copies of each card in the game. */
export function countUnseen(view: State, pack: Readonly<Record<string, number>>, me: number | null): CounterRow[] {
  const own = me === null ? [] : [view.secret.hands[me], view.secret.threw[me]];
  const left = new Map<string, number>();
  const addCopies = (text: string, copies: number): void =>
    parseCards(text).forEach(({ rank }) => left.set(rank, (left.get(rank) ?? 0) + copies));
  Object.entries(pack).forEach(([card, copies]) => addCopies(card, copies));
  [...view.public.played, ...own].forEach((text) => addCopies(text ?? '', -1));
  return [...RANKS].reverse().flatMap((rank) => (left.has(rank) ? [{ rank, left: left.get(rank)! }] : []));
}
