/** What lies on the table of a puzzle: by seat from the position of the server, and after moves made here. */

import type { PuzzlePosition, Zone } from '../wire/types';
import { cardsWithout } from '../model/reviewPresentation';
import { takenFrom } from './actionCards';

const HAND = 'hand';
const PLAYED = 'played';
const DISCARDS = 'discards';

/** Zones of a seat that are drawn by themselves. */
const APART = new Set([HAND, PLAYED, DISCARDS, 'thrown', 'card']);

export interface SeatCards {
  /** Empty if the hand is hidden. */
  readonly hand: readonly string[];
  readonly count: number;
  /** What the seat has played to the running trick. */
  readonly played: readonly string[];
  readonly discards: readonly string[];
  /** Melds and the like. */
  readonly laid: readonly Zone[];
}

const zoneOf = (zones: readonly Zone[], seat: number | null, place: string): Zone | null =>
  zones.find((zone) => (zone.seat ?? null) === seat && zone.place === place) ?? null;

/** A card that lies in the middle and may be claimed; null if there is none. */
export const offeredAt = ({ zones }: PuzzlePosition): string | null => zoneOf(zones, null, 'card')?.cards?.[0] ?? null;

export function cardsAt({ zones }: PuzzlePosition, seat: number): SeatCards {
  const cardsIn = (place: string): readonly string[] => zoneOf(zones, seat, place)?.cards ?? [];
  const hand = zoneOf(zones, seat, HAND);
  return {
    hand: hand?.cards ?? [],
    count: (hand?.cards?.length ?? 0) + (hand?.hidden ?? 0),
    played: cardsIn(PLAYED),
    discards: cardsIn(DISCARDS),
    laid: zones.filter((zone) => zone.seat === seat && !APART.has(zone.place) && (zone.cards?.length || zone.hidden)),
  };
}

/** The cards that left a seat's hand from one position to a later one. */
export const cardsPlayed = (before: PuzzlePosition, after: PuzzlePosition, seat: number): readonly string[] =>
  cardsWithout(cardsAt(before, seat).hand, cardsAt(after, seat).hand);

/** The position after an action: its cards go from the hand to the middle. `known`: the cards, where the text does not say. */
export function positionAfter(
  before: PuzzlePosition,
  seat: number,
  text: string,
  preferred: readonly string[] = [],
  known?: readonly string[],
): PuzzlePosition {
  const { hand } = cardsAt(before, seat);
  const taken = [...(known ?? takenFrom(hand, text, preferred))];
  const zones = before.zones
    .filter((zone) => zone.seat !== seat || zone.place !== PLAYED)
    .map((zone) => (zone.seat === seat && zone.place === HAND ? { ...zone, cards: cardsWithout(hand, taken) } : zone));
  return { ...before, legal: [], zones: [...zones, { place: PLAYED, seat, cards: taken }] };
}

/** A position of the server after an own action that took `taken`: it does not know which suits one chose. */
export function withOwnCards(
  { zones, ...position }: PuzzlePosition,
  seat: number,
  hand: readonly string[],
  taken: readonly string[],
): PuzzlePosition {
  const cardsOf = ({ place, cards = [] }: Zone): readonly string[] =>
    place === HAND ? hand : place === PLAYED && cards.length === taken.length ? taken : cards;
  return {
    ...position,
    zones: zones.map((zone) => (zone.seat === seat ? { ...zone, cards: [...cardsOf(zone)] } : zone)),
  };
}
