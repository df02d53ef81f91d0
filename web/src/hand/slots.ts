/** The slots of a hand. Each has one card or a stack of identical cards. */

import { toggle, type HandCard, type Selection } from './selection';

export interface Slot {
  readonly id: string;
  readonly text: string;
  readonly group: number;
  readonly cards: readonly HandCard[];
}

const slotOf = (cards: readonly HandCard[]): Slot => {
  const { id, text, group } = cards[0]!;
  return { id, text, group, cards };
};

/** Puts every card into a slot of its own. */
export const onePerSlot = (cards: readonly HandCard[]): Slot[] => cards.map((card) => slotOf([card]));

/** Puts identical cards into one slot. */
export function stackIdentical(cards: readonly HandCard[]): Slot[] {
  const stacks = new Map<string, HandCard[]>();
  for (const card of cards) stacks.set(card.text, [...(stacks.get(card.text) ?? []), card]);
  return [...stacks.values()].map(slotOf);
}

/** How many cards of a slot are selected. */
export const countSelected = (slot: Slot, selection: Selection): number =>
  slot.cards.filter(({ id }) => selection.has(id)).length;

/** Selects one more card of a slot. If all are selected, deselects all of them. */
export function withSlot(selection: Selection, slot: Slot): Selection {
  const free = slot.cards.find(({ id }) => !selection.has(id));
  return toggle(selection, free ? [free.id] : slot.cards.map(({ id }) => id));
}

/** Selects only the cards of this slot. If they were selected, selects nothing. */
export const onlySlot = (selection: Selection, slot: Slot): Selection =>
  new Set(selection.has(slot.id) ? [] : [slot.id]);
