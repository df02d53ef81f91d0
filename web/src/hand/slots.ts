/** The places of a hand: each holds a card, or identical cards on one another. */

import { toggled, type HandCard, type Selection } from './selection';

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

/** Every card in a place of its own. */
export const single = (cards: readonly HandCard[]): Slot[] => cards.map((card) => slotOf([card]));

/** Identical cards on one another. */
export function stacked(cards: readonly HandCard[]): Slot[] {
  const stacks = new Map<string, HandCard[]>();
  for (const card of cards) stacks.set(card.text, [...(stacks.get(card.text) ?? []), card]);
  return [...stacks.values()].map(slotOf);
}

/** How many cards of a place are chosen. */
export const taken = (slot: Slot, selection: Selection): number =>
  slot.cards.filter(({ id }) => selection.has(id)).length;

/** One card more of a place; when all are taken, none. */
export function withSlot(selection: Selection, slot: Slot): Selection {
  const free = slot.cards.find(({ id }) => !selection.has(id));
  return toggled(selection, free ? [free.id] : slot.cards.map(({ id }) => id));
}

/** This card and no other; taken again, none. */
export const onlySlot = (selection: Selection, slot: Slot): Selection =>
  new Set(selection.has(slot.id) ? [] : [slot.id]);
