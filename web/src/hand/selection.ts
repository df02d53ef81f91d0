/** The selection of cards in a hand. The functions are pure, so that keys, taps and sweeps have the same effect. */

import type { Card } from '../cards/card';

/** A card of a hand, with the number of its group if the hand has groups. */
export interface HeldCard extends Card {
  readonly group?: number;
}

/** A card with an id that is unique in the hand, because two packs contain equal cards. */
export interface HandCard extends Card {
  readonly id: string;
  readonly group: number;
}

export type Selection = ReadonlySet<string>;

export const NOTHING: Selection = new Set();

export function withIds(cards: readonly HeldCard[]): HandCard[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const copy = seen.get(card.text) ?? 0;
    seen.set(card.text, copy + 1);
    return { ...card, id: `${card.text}${copy}`, group: card.group ?? 0 };
  });
}

/**
 * Returns `before` if both hands are equal, so that nothing that depends on the hand is computed again; otherwise
 * `now`.
 */
export function reuseIfEqual(before: readonly HandCard[], now: readonly HandCard[]): readonly HandCard[] {
  const same = ({ id, group }: HandCard, at: number): boolean => before[at]?.id === id && before[at].group === group;
  return before.length === now.length && now.every(same) ? before : now;
}

/** For each id, selects the card if it was not selected and otherwise deselects it. */
export function toggle(selection: Selection, ids: Iterable<string>): Selection {
  const next = new Set(selection);
  for (const id of ids) if (!next.delete(id)) next.add(id);
  return next;
}

/** Selects one more card of a rank. If all are selected, deselects all of them. */
export function selectOneMoreOfRank(selection: Selection, hand: readonly HandCard[], rank: string): Selection {
  const ids = hand.filter((card) => card.rank === rank).map((card) => card.id);
  const free = ids.find((id) => !selection.has(id));
  return toggle(selection, free === undefined ? ids : [free]);
}

/** The selection without the cards that are no longer in the hand. */
export function pruneSelection(selection: Selection, hand: readonly HandCard[]): Selection {
  const ids = new Set(hand.map((card) => card.id));
  const next = [...selection].filter((id) => ids.has(id));
  return next.length === selection.size ? selection : new Set(next);
}

export const selectedCards = (hand: readonly HandCard[], selection: Selection): HandCard[] =>
  hand.filter((card) => selection.has(card.id));

/**
 * Selects the cards of the hand that a play names. If the play gives suits, it selects exactly these cards, otherwise
 * any cards of the ranks. Of equal cards it selects the last.
 */
export function selectPlay(hand: readonly HandCard[], cards: readonly Pick<Card, 'text' | 'rank'>[]): Selection {
  const found = new Set<string>();
  for (const wanted of cards) {
    const free = hand.filter((card) => !found.has(card.id));
    const card = free.findLast(({ text }) => text === wanted.text) ?? free.find(({ rank }) => rank === wanted.rank);
    if (card) found.add(card.id);
  }
  return found;
}

/**
 * Returns sets of these cards that may be plays. The first has all cards. The others have three, two or one card of
 * each rank that has at least so many.
 */
export function candidatePlays(cards: readonly HandCard[]): Selection[] {
  const ranks = [...new Set(cards.map(({ rank }) => rank))];
  const all = ranks.map((rank) => cards.filter((card) => card.rank === rank));
  const cardsOfRanksWith = (copies: number): HandCard[] =>
    all.filter((same) => same.length >= copies).flatMap((same) => same.slice(-copies));
  return [cards, ...[3, 2, 1].map(cardsOfRanksWith)]
    .filter((some) => some.length > 0)
    .map((some) => new Set(some.map(({ id }) => id)));
}

/** The rank that a key stands for, or null. */
export function rankOfKey(key: string): string | null {
  const letter = key === '0' || key === '1' ? 'T' : key.toUpperCase();
  return /^[2-9TJQKABR]$/.test(letter) ? letter : null;
}
