/** A hand that its player arranges: groups of cards, and cards put elsewhere. Pure, so that keys and strokes agree. */

import type { HandLayout, Place } from './layout';
import type { HandCard } from './selection';

export type Groups = readonly (readonly HandCard[])[];

/** Where a card is put: before a place of a group; a group that is not there yet is a new one at the end. */
export interface Spot {
  readonly group: number;
  readonly at: number;
}

const filled = (groups: Groups): Groups => groups.filter((group) => group.length > 0);

export function groupsOf(cards: readonly HandCard[]): Groups {
  const groups = new Map<number, HandCard[]>();
  for (const card of cards) groups.set(card.group, [...(groups.get(card.group) ?? []), card]);
  return [...groups.values()];
}

/** The cards in order, each with the number of its group. */
export const inOrder = (groups: Groups): HandCard[] =>
  groups.flatMap((cards, group) => cards.map((card) => ({ ...card, group })));

/** The player's own groups after the hand has changed: cards that left are gone, new ones lie at the end. */
export function reconciled(own: Groups, cards: readonly HandCard[]): Groups {
  const held = new Set(cards.map(({ id }) => id));
  const known = new Set(own.flat().map(({ id }) => id));
  return filled([
    ...own.map((group) => group.filter(({ id }) => held.has(id))),
    cards.filter(({ id }) => !known.has(id)),
  ]);
}

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

/** The same in columns: above or below the nearest card of that column; far behind the last column, a new group. */
function spotInColumns(layout: HandLayout, places: readonly (Place & { spot: Spot })[], x: number, y: number): Spot {
  const last = places.at(-1);
  if (!last) return { group: 0, at: 0 };
  if (x > last.x + layout.card * 1.6) return { group: last.spot.group + 1, at: 0 };
  const off = (place: Place): number => Math.abs(place.x + layout.card / 2 - x);
  const nearest = Math.min(...places.map(off));
  const column = places.filter((place) => off(place) === nearest);
  const below = column.find((place) => y < place.y + layout.card / 2);
  const end = column.at(-1)!;
  return below ? below.spot : { group: end.spot.group, at: end.spot.at + 1 };
}

/** Where a card that is let go at a point would go: before or behind the nearest card of that row; far outside, a new group. */
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
