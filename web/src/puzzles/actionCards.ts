/** Reads the cards of an action from its text. The text names exact cards, or only ranks if suits do not matter. */

import { RANKS } from '../cards/card';

const CARD = /[3-9TJQKA2][shcd]|[BR]j|[一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾]/g;

/** The cards or ranks that an action takes from the hand: `play 666+99`, `Ts Ts`, `discard 玖`. Empty for a pass. */
export function cardsOfAction(text: string): string[] {
  const what = text.replace(/^[a-z]+( |$)/, '');
  const exact = what.match(CARD);
  if (exact) return exact;
  return [...(what.split('@')[0]!.split('<').at(-1) ?? '')].filter((rank) => RANKS.includes(rank));
}

/** The melds that a claim lays: `eat 一二三 二七十`. Empty for any other action. */
export const meldsOfAction = (text: string): string[][] =>
  text.startsWith('eat ')
    ? text
        .split(' ')
        .slice(1)
        .map((meld) => meld.match(CARD) ?? [])
    : [];

const isOf = (card: string, wanted: string): boolean =>
  card === wanted || (wanted.length < card.length && card[0] === wanted);

/** The cards of a hand that an action takes. Where several cards fit, it takes the preferred ones. */
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

/** Whether these cards are exactly the cards that an action takes. */
export function isExactly(cards: readonly string[], text: string): boolean {
  return cardsOfAction(text).length === cards.length && takenFrom(cards, text).length === cards.length;
}
