/**
 * What the review page shows of a finished hand: the moves at which it stops, the cards at each stop, and the curve of
 * chances.
 */

import type { FairProof, HandReview, Replay, ReviewedDecision, Zone } from '../wire/types';

/** A player of the hand, with the name in the reader's language. */
export interface NamedPlayer {
  readonly name: string;
  readonly kind: 'player' | 'bot';
}

export type Mark = 'slip' | 'mistake' | 'blunder';

/** A marked decision on the curve: the stop that shows it, and whether the viewer made it. */
export interface CurveMark {
  readonly place: number;
  readonly step: number;
  readonly seat: number;
  readonly mark: Mark;
  readonly isOwn: boolean;
}

const HAND = 'hand';
/** The zones with the cards that a seat has just played, and the zone of the card in the middle. */
const PLAYED = new Set(['played', 'card']);
/** Zones that are not drawn in front of a seat. */
const ASIDE = new Set([HAND, 'thrown', 'discards', ...PLAYED]);

export const markOf = (decision: ReviewedDecision | null): Mark | null => (decision?.mark ? decision.mark : null);

/**
 * The seat from which the page shows the hand: the player's own, or the first seat if the player did not play the hand.
 */
export function chairFor(replay: Replay, me: string | null): number {
  return Math.max(
    0,
    replay.record.players.findIndex((player) => player.id !== null && player.id === me),
  );
}

/**
 * The proof that the deal was fair; null if the record has none for this reader. (A proof may contain the table's id,
 * which only the players of the hand may see.)
 */
export const fairOf = ({ record }: Replay): FairProof | null => record.hands[0]?.fair ?? null;

/**
 * The numbers of moves at which the page stops: before the first move, after each move that has a message or is a
 * marked decision, and after the last move.
 */
export function stopsOf({ steps }: Replay, decisions: readonly ReviewedDecision[]): number[] {
  const marked = new Set(decisions.flatMap(({ step, mark }) => (mark ? [step] : [])));
  return [
    0,
    ...steps.flatMap(({ messages }, at) =>
      messages.some(Boolean) || marked.has(at) || at === steps.length - 1 ? [at + 1] : [],
    ),
  ];
}

/** The index of the last stop at or before a number of moves. */
export const stopIndexAt = (stops: readonly number[], moves: number): number =>
  Math.max(
    0,
    stops.findLastIndex((stop) => stop <= moves),
  );

/** The marks of a review in order, each at the stop that shows it. */
export function marksOf(stops: readonly number[], decisions: readonly ReviewedDecision[], chair: number): CurveMark[] {
  return decisions.flatMap(({ step, seat, mark }) =>
    mark ? [{ place: stopIndexAt(stops, step + 1), step, seat, mark, isOwn: seat === chair }] : [],
  );
}

const SEVERITY: readonly Mark[] = ['slip', 'mistake', 'blunder'];

/** The index of the stop of the viewer's worst marked decision; null if there is none. */
export function worstMarkStop(marks: readonly CurveMark[], decisions: readonly ReviewedDecision[]): number | null {
  const lossOf = (step: number): number => decisions.find((one) => one.step === step)?.loss ?? 0;
  const own = marks.filter(({ isOwn }) => isOwn);
  own.sort((a, b) => SEVERITY.indexOf(b.mark) - SEVERITY.indexOf(a.mark) || lossOf(b.step) - lossOf(a.step));
  return own[0]?.place ?? null;
}

/**
 * The index of the stop of the viewer's next mark or, with `way` -1, of the previous one. After the last mark comes the
 * first. Null if there is no other mark.
 */
export function nextMarkStop(marks: readonly CurveMark[], place: number, way: 1 | -1 = 1): number | null {
  const places = marks.flatMap((one) => (one.isOwn ? [one.place] : []));
  const ahead = way > 0 ? places.find((one) => one > place) : places.findLast((one) => one < place);
  const found = ahead ?? places.at(way > 0 ? 0 : -1) ?? place;
  return found === place ? null : found;
}

const zonesAt = (replay: Replay, moves: number): readonly Zone[] =>
  (moves === 0 ? replay.zones : replay.steps[moves - 1]?.zones) ?? [];

export const handIn = (zones: readonly Zone[], seat: number): Zone | null =>
  zones.find((zone) => zone.place === HAND && zone.seat === seat) ?? null;

/** The number of cards that a seat holds. */
const cardCount = (zones: readonly Zone[], seat: number): number => {
  const hand = handIn(zones, seat);
  return (hand?.cards?.length ?? 0) + (hand?.hidden ?? 0);
};

/** The cards of `from` without those of `without`. Of equal cards only as many are removed as `without` has. */
export function cardsWithout(from: readonly string[], without: readonly string[]): string[] {
  const rest = [...without];
  return from.filter((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** The indices of some cards in a hand. Each card is matched with one index. */
export function indicesOf(hand: readonly string[], cards: readonly string[]): ReadonlySet<number> {
  const wanted = [...cards];
  return new Set(
    hand.flatMap((card, index) => {
      const at = wanted.indexOf(card);
      if (at < 0) return [];
      wanted.splice(at, 1);
      return [index];
    }),
  );
}

/** The table at a stop, as the page draws it. */
export interface ReviewedTable {
  /** The seat that made the last move; -1 for the dealer or before the first move. */
  readonly mover: number;
  /**
   * The viewer's hand. If the viewer made the last move, it is the hand before that move, so that its cards can be
   * marked.
   */
  readonly hand: readonly string[];
  readonly counts: readonly number[];
  /** The open hands by seat. */
  readonly hands: readonly (readonly string[])[];
  /**
   * The cards in the middle in order of play, the last move last. `seat` is null for a card that belongs to no seat.
   */
  readonly played: readonly { readonly seat: number | null; readonly cards: readonly string[] }[];
  /**
   * Further cards in front of each seat, such as melds (`laid`), and in front of no seat, such as the bottom
   * (`middle`).
   */
  readonly laid: readonly (readonly Zone[])[];
  readonly middle: readonly Zone[];
}

/** The table after a number of moves, as the review shows it to seat `chair`. */
export function tableAfter(replay: Replay, moves: number, chair: number): ReviewedTable {
  const seats = replay.record.players.map((_, seat) => seat);
  const after = zonesAt(replay, moves);
  const before = moves > 0 ? zonesAt(replay, moves - 1) : after;
  const mover = replay.steps[moves - 1]?.seat ?? -1;
  const cardsOf = (zones: readonly Zone[], seat: number): readonly string[] => handIn(zones, seat)?.cards ?? [];
  const moved = mover < 0 ? [] : cardsWithout(cardsOf(before, mover), cardsOf(after, mover));
  const inOrder = seats.map((at) => (mover + 1 + at) % seats.length);
  const isPlayedZone = (zone: Zone): boolean => PLAYED.has(zone.place) && (zone.cards?.length ?? 0) > 0;
  const earlier = inOrder
    .filter((seat) => seat !== mover)
    .flatMap((seat) => before.filter((zone) => zone.seat === seat && isPlayedZone(zone)));
  const common = after.filter((zone) => zone.seat == null && isPlayedZone(zone));
  const plays = earlier.map((zone) => ({ seat: zone.seat ?? null, cards: zone.cards ?? [] }));
  const shown =
    moved.length > 0 ? [{ seat: mover, cards: moved }] : common.map(({ cards = [] }) => ({ seat: null, cards }));
  const isLaid = (zone: Zone): boolean => !ASIDE.has(zone.place) && (zone.cards?.length ?? 0) + (zone.hidden ?? 0) > 0;
  return {
    mover,
    hand: cardsOf(mover === chair ? before : after, chair),
    counts: seats.map((seat) => cardCount(after, seat)),
    hands: seats.map((seat) => cardsOf(after, seat)),
    played: [...plays, ...shown],
    laid: seats.map((seat) => after.filter((zone) => zone.seat === seat && isLaid(zone))),
    middle: after.filter((zone) => zone.seat == null && isLaid(zone)),
  };
}

/** The viewer's chance after each number of moves, in percent; empty if the review has no curve. */
export const chancesOf = (review: HandReview | null, chair: number): readonly number[] =>
  review?.curve?.map((chances) => chances[chair] ?? 50) ?? [];

/**
 * The chances of several sides after each number of moves, scaled so that they add up to 100, the viewer's side first.
 * Each side is represented by its first seat.
 */
export function bandsOf(
  review: HandReview | null,
  sides: readonly number[],
  chair: number,
): readonly (readonly number[])[] {
  const seats = [...new Set(sides)].map((side) => sides.indexOf(side));
  seats.sort((a, b) => Number(sides[b] === sides[chair]) - Number(sides[a] === sides[chair]));
  return (
    review?.curve?.map((chances) => {
      const values = seats.map((seat) => chances[seat] ?? 0);
      const total = values.reduce((sum, value) => sum + value, 0) || 1;
      return values.map((value) => (100 * value) / total);
    }) ?? []
  );
}

/**
 * The points of a polyline in a picture of `width` × `height`. The values are from 0 to 100; they are the first of
 * `count` values.
 */
export function curvePoints(values: readonly number[], count: number, width: number, height: number): string {
  const across = Math.max(1, count - 1);
  return values
    .map((value, at) => `${((at / across) * width).toFixed(1)},${(height - (value / 100) * height).toFixed(1)}`)
    .join(' ');
}
