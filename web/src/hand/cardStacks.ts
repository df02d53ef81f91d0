/** Stacks of a hand: each is a card of its own, or several identical cards that lie on each other. */

import { toggle, type HandCard, type Selection } from './selection';

export interface CardStack {
  readonly id: string;
  readonly text: string;
  readonly group: number;
  readonly cards: readonly HandCard[];
}

const toStack = (cards: readonly HandCard[]): CardStack => {
  const { id, text, group } = cards[0]!;
  return { id, text, group, cards };
};

/** Makes a stack of every single card. */
export const oneCardStacks = (cards: readonly HandCard[]): CardStack[] => cards.map((card) => toStack([card]));

/** Puts identical cards onto one stack. */
export function stackIdentical(cards: readonly HandCard[]): CardStack[] {
  const stacks = new Map<string, HandCard[]>();
  for (const card of cards) stacks.set(card.text, [...(stacks.get(card.text) ?? []), card]);
  return [...stacks.values()].map(toStack);
}

/** How many cards of a stack are selected. */
export const countSelected = (stack: CardStack, selection: Selection): number =>
  stack.cards.filter(({ id }) => selection.has(id)).length;

/** Selects one more card of a stack. If all are selected, deselects all of them. */
export function selectOneMore(selection: Selection, stack: CardStack): Selection {
  const free = stack.cards.find(({ id }) => !selection.has(id));
  return toggle(selection, free ? [free.id] : stack.cards.map(({ id }) => id));
}

/** Selects the card of this stack and no other. If it was selected, selects nothing. */
export const selectOnlyStack = (selection: Selection, stack: CardStack): Selection =>
  new Set(selection.has(stack.id) ? [] : [stack.id]);
