/** Reads the cards of each seat from a position, and computes the position after a move. */

import type { PuzzlePosition, Zone } from '../wire/types';
import { cardsWithout } from '../model/reviewPresentation';
import { takenFrom } from './actionCards';

const HAND = 'hand';
const PLAYED = 'played';
const DISCARDS = 'discards';

/** The zones of a seat that have fields of their own in `SeatCards`, or are not shown in front of it. */
const APART = new Set([HAND, PLAYED, DISCARDS, 'thrown', 'card']);

export interface SeatCards {
  /** The cards in the hand; empty if they are hidden. */
  readonly hand: readonly string[];
  readonly count: number;
  /** The cards that the seat has played in the current trick. */
  readonly played: readonly string[];
  readonly discards: readonly string[];
  /** Further cards in front of the seat, such as melds. */
  readonly laid: readonly Zone[];
}

const zoneOf = (zones: readonly Zone[], seat: number | null, place: string): Zone | null =>
  zones.find((zone) => (zone.seat ?? null) === seat && zone.place === place) ?? null;

/** The card in the middle that may be claimed; null if there is none. */
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

/** The cards that have left a seat's hand between two positions. */
export const cardsPlayed = (before: PuzzlePosition, after: PuzzlePosition, seat: number): readonly string[] =>
  cardsWithout(cardsAt(before, seat).hand, cardsAt(after, seat).hand);

/**
 * The position after an action, whose cards move from the hand to the middle. `known` has its cards if the text does
 * not name them.
 */
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

/**
 * A position of the server with the suits that the solver chose, which the server does not know. `hand` has the cards
 * that are left, and `taken` those of the action.
 */
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
