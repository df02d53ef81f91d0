/** The cards of an action, read from its text: records name exact cards, or ranks where suits do not matter. */

import { RANKS } from '../cards/card';

const CARD = /[3-9TJQKA2][shcd]|[BR]j|[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾]/g;

/** Each card, or each rank, that an action takes from the hand: `play 666+99`, `Ts Ts`, `discard 玖`; empty for a pass. */
export function cardsOfAction(text: string): string[] {
  const what = text.replace(/^[a-z]+( |$)/, '');
  const exact = what.match(CARD);
  if (exact) return exact;
  return [...(what.split('@')[0]!.split('<').at(-1) ?? '')].filter((rank) => RANKS.includes(rank));
}

/** The melds that a claim lays, in the notation of records: `eat 一二三 二七十`; none for an action that names none. */
export const meldsOfAction = (text: string): string[][] =>
  text.startsWith('eat ')
    ? text
        .split(' ')
        .slice(1)
        .map((meld) => meld.match(CARD) ?? [])
    : [];

const isOf = (card: string, wanted: string): boolean =>
  card === wanted || (wanted.length < card.length && card[0] === wanted);

/** Those cards of a hand that an action takes, preferably chosen ones. */
export function takenFrom(hand: readonly string[], text: string, preferred: readonly string[] = []): string[] {
  const left = [...hand];
  const wished = [...preferred];
  return cardsOfAction(text).flatMap((wanted) => {
    const wish = wished.findIndex((card) => isOf(card, wanted) && left.includes(card));
    const card = wish < 0 ? left.find((one) => isOf(one, wanted)) : wished.splice(wish, 1)[0];
    if (card === undefined) return [];
    left.splice(left.indexOf(card), 1);
    return [card];
  });
}

/** Whether some cards are exactly those that an action takes. */
export function isExactly(cards: readonly string[], text: string): boolean {
  return cardsOfAction(text).length === cards.length && takenFrom(cards, text).length === cards.length;
}
