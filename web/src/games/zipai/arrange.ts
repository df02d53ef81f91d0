/** The hand as it is held: groups of cards, the server's or the player's own. Pure, so that keys and strokes agree. */

import { cardsOf, type Kind } from './cards';

/** A card with a name of its own, for there are four of each. */
export interface Held {
  readonly id: string;
  readonly kind: Kind;
}

export type Groups = readonly (readonly Held[])[];

/** Where a card is put: before a place of a group; a group that is not there yet is a new one at the end. */
export interface Spot {
  readonly group: number;
  readonly at: number;
}

const filled = (groups: Groups): Groups => groups.filter((group) => group.length > 0);

/** Cards with names, each group's in order. */
export function named(groups: readonly (readonly Kind[])[]): Groups {
  const seen = new Map<Kind, number>();
  return filled(
    groups.map((group) =>
      group.map((kind) => {
        const copy = seen.get(kind) ?? 0;
        seen.set(kind, copy + 1);
        return { id: `${kind}.${copy}`, kind };
      }),
    ),
  );
}

interface Told {
  readonly way: string;
  readonly cards: readonly Kind[];
}

/** The server's groups, all single cards together as the last; without them, the cards in order. */
export function grouped(counts: readonly number[], told: readonly Told[] | null): Groups {
  if (!told) return named([cardsOf(counts)]);
  const single = told.filter((group) => group.way === 'single').flatMap((group) => group.cards);
  return named([...told.filter((group) => group.way !== 'single').map((group) => group.cards), single]);
}

/** The player's own groups after the hand has changed: cards that left are gone, new ones lie at the end. */
export function reconciled(own: Groups, counts: readonly number[]): Groups {
  const left = [...counts];
  const kept = own.map((group) => group.filter(({ kind }) => (left[kind] ?? 0) > 0 && (left[kind]! -= 1) >= 0));
  const fresh = cardsOf(left);
  return named([...kept.map((group) => group.map(({ kind }) => kind)), fresh]);
}

export const flat = (groups: Groups): readonly Held[] => groups.flat();

function spotOf(groups: Groups, id: string): Spot | null {
  const group = groups.findIndex((cards) => cards.some((card) => card.id === id));
  return group < 0 ? null : { group, at: groups[group]!.findIndex((card) => card.id === id) };
}

/** A card put somewhere else. */
export function moved(groups: Groups, id: string, to: Spot): Groups {
  const from = spotOf(groups, id);
  if (!from) return groups;
  const card = groups[from.group]![from.at]!;
  const at = to.group === from.group && to.at > from.at ? to.at - 1 : to.at;
  const without = groups.map((cards) => cards.filter((one) => one.id !== id));
  if (to.group >= groups.length) return filled([...without, [card]]);
  return filled(
    without.map((cards, group) => (group === to.group ? [...cards.slice(0, at), card, ...cards.slice(at)] : cards)),
  );
}

/** A card one step on: within its group, and over the edge into the next, or a new one at the end. */
export function stepped(groups: Groups, id: string, step: -1 | 1): Groups {
  const from = spotOf(groups, id);
  if (!from) return groups;
  const size = groups[from.group]!.length;
  const at = from.at + step;
  if (at >= 0 && at < size) return moved(groups, id, { group: from.group, at: step > 0 ? at + 1 : at });
  if (step > 0)
    return size === 1 && from.group === groups.length - 1
      ? groups
      : moved(groups, id, { group: from.group + 1, at: 0 });
  return from.group === 0 ? groups : moved(groups, id, { group: from.group - 1, at: groups[from.group - 1]!.length });
}
