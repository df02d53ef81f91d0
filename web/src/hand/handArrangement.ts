/**
 * Hands that the player arranges: ordered groups of cards, and moves of a card between them. The functions are pure, so
 * that keys and pointers have the same effect.
 */

import type { HandLayout, Place } from './layout';
import type { HandCard } from './selection';

export type Groups = readonly (readonly HandCard[])[];

/**
 * A place where a card is inserted: before position `at` of a group. A group number after the last group makes a new
 * group.
 */
export interface Spot {
  readonly group: number;
  readonly at: number;
}

const dropEmpty = (groups: Groups): Groups => groups.filter((group) => group.length > 0);

export function groupsOf(cards: readonly HandCard[]): Groups {
  const groups = new Map<number, HandCard[]>();
  for (const card of cards) groups.set(card.group, [...(groups.get(card.group) ?? []), card]);
  return [...groups.values()];
}

/** All cards in the order in which they are shown, each with the number of its group. */
export const inOrder = (groups: Groups): HandCard[] =>
  groups.flatMap((cards, group) => cards.map((card) => ({ ...card, group })));

/**
 * The player's groups after the hand has changed: without the cards that left it, and with the new cards as one more
 * group.
 */
export function reconcile(own: Groups, cards: readonly HandCard[]): Groups {
  const heldIds = new Set(cards.map(({ id }) => id));
  const knownIds = new Set(own.flat().map(({ id }) => id));
  return dropEmpty([
    ...own.map((group) => group.filter(({ id }) => heldIds.has(id))),
    cards.filter(({ id }) => !knownIds.has(id)),
  ]);
}

function spotOf(groups: Groups, id: string): Spot | null {
  const group = groups.findIndex((cards) => cards.some((card) => card.id === id));
  return group < 0 ? null : { group, at: groups[group]!.findIndex((card) => card.id === id) };
}

/** Moves a card to a spot. */
export function moveCard(groups: Groups, id: string, to: Spot): Groups {
  const from = spotOf(groups, id);
  if (!from) return groups;
  const card = groups[from.group]![from.at]!;
  const at = to.group === from.group && to.at > from.at ? to.at - 1 : to.at;
  const without = groups.map((cards) => cards.filter((one) => one.id !== id));
  if (to.group >= groups.length) return dropEmpty([...without, [card]]);
  return dropEmpty(
    without.map((cards, group) => (group === to.group ? [...cards.slice(0, at), card, ...cards.slice(at)] : cards)),
  );
}

/**
 * Moves a card by one step: within its group, over the edge into the next group, or from the last group into a new one.
 */
export function stepCard(groups: Groups, id: string, step: -1 | 1): Groups {
  const from = spotOf(groups, id);
  if (!from) return groups;
  const size = groups[from.group]!.length;
  const at = from.at + step;
  if (at >= 0 && at < size) return moveCard(groups, id, { group: from.group, at: step > 0 ? at + 1 : at });
  if (step > 0)
    return size === 1 && from.group === groups.length - 1
      ? groups
      : moveCard(groups, id, { group: from.group + 1, at: 0 });
  return from.group === 0
    ? groups
    : moveCard(groups, id, { group: from.group - 1, at: groups[from.group - 1]!.length });
}

/**
 * The spot for a point in a hand with columns: above or below the nearest card of the nearest column. Far beyond the
 * last column it is a new group.
 */
function spotInColumns(layout: HandLayout, places: readonly (Place & { spot: Spot })[], x: number, y: number): Spot {
  const last = places.at(-1);
  if (!last) return { group: 0, at: 0 };
  if (x > last.x + layout.card * 1.6) return { group: last.spot.group + 1, at: 0 };
  const distanceTo = (place: Place): number => Math.abs(place.x + layout.card / 2 - x);
  const nearest = Math.min(...places.map(distanceTo));
  const column = places.filter((place) => distanceTo(place) === nearest);
  const below = column.find((place) => y < place.y + layout.card / 2);
  const end = column.at(-1)!;
  return below ? below.spot : { group: end.spot.group, at: end.spot.at + 1 };
}

/**
 * The spot where a card dropped at a point is inserted: before or after the nearest card of that row. Far outside the
 * cards it is a new group.
 */
export function spotAt(layout: HandLayout, groups: Groups, x: number, y: number): Spot {
  const spots = groups.flatMap((cards, group) => cards.map((_, at) => ({ group, at })));
  const places = layout.places.map((place, index) => ({ ...place, spot: spots[index]! }));
  if (layout.columns) return spotInColumns(layout, places, x, y);
  const rows = places.at(-1)?.row ?? 0;
  const row = places.findLast((place) => place.y <= y)?.row ?? 0;
  const inRow = places.filter((place) => place.row === row);
  const last = inRow.at(-1);
  if (!last) return { group: 0, at: 0 };
  if (row === rows && x > last.x + layout.card * 1.6) return { group: last.spot.group + 1, at: 0 };
  const middle = (place: { x: number }): number => place.x + layout.card / 2;
  const near = inRow.reduce((best, place) => (Math.abs(middle(place) - x) < Math.abs(middle(best) - x) ? place : best));
  return { group: near.spot.group, at: near.spot.at + Number(x > middle(near)) };
}
