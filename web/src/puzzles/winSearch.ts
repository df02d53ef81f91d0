/**
 * Searches which side wins an ending with open hands. The search is depth first, remembers results, and tries the most
 * promising plays first.
 */

import type { PlayData } from '../wire/types';
import { LEAD, SeatPlays, Strengths } from './numberedPlays';

/** A position: the seat to act, the hand number of each seat, and the play to beat. */
export interface WinPosition {
  readonly turn: number;
  readonly hands: readonly number[];
  /** The strength number of the play to beat, or `LEAD`. */
  readonly beat: number;
  /** The seat that made the play to beat. */
  readonly owner: number;
}

/** A pass, in place of the number of a play. */
export const PASS = -1;

/** The search needs more positions than it may enter. */
export class OutOfNodes extends Error {}

type Result = boolean | null;

/**
 * The number of positions that the search may enter for each move in the first round, and the factor by which it grows
 * in each further round.
 */
const FIRST_BUDGET = 64;
const WIDENING = 4;
/** The maximum number of positions that one search may enter. */
const MOST_NODES = 4_000_000;
/** The parts of a move's score. Moves with lower scores are tried first. */
const OF_TURN = 128;
const OF_BOMB = 96;
const UNBEATABLE = -160;
const SURE_WIN = -80_000;
const PARTNER_LEADS = -16_000;

interface Move {
  readonly action: number;
  readonly score: number;
}

export class WinSearch {
  /** The number of positions entered in the current search. */
  nodes = 0;
  readonly #seats: readonly SeatPlays[];
  readonly #strengths: Strengths;
  readonly #scales: readonly number[];
  #most = 0;
  #results = new Map<number, boolean>();

  /** `side` is the side whose wins are searched. Throws `OutOfNodes` if there are too many cards. */
  constructor(
    readonly table: PlayData,
    readonly side: number,
  ) {
    this.#seats = table.hands.map((_, seat) => new SeatPlays(table, seat));
    this.#strengths = new Strengths(table);
    const seats = table.hands.length;
    const scales: number[] = [];
    let scale = (this.#strengths.count + 1) * seats * seats;
    for (const { parts } of this.#seats) {
      scales.push(scale);
      scale *= parts;
    }
    if (scale > Number.MAX_SAFE_INTEGER) throw new OutOfNodes();
    this.#scales = scales;
  }

  /** The position at the start, with whole hands. */
  startPosition(): WinPosition {
    const { turn, to_beat: play, by } = this.table;
    const beat = play === null || play === undefined ? LEAD : this.#strengths.numbers[play]!;
    return { turn, hands: this.#seats.map(({ full }) => full), beat, owner: by ?? turn };
  }

  /** The legal actions: the numbers of plays, and `PASS`. */
  actionsAt({ turn, hands, beat }: WinPosition): number[] {
    const { numbers } = this.#strengths;
    const info = this.#seats[turn]!.infoOf(hands[turn]!);
    const plays = info.plays.filter((play) => this.#strengths.beats(numbers[play]!, beat));
    return beat === LEAD ? plays : [PASS, ...plays];
  }

  after({ turn, hands, beat, owner }: WinPosition, action: number): WinPosition {
    const next = (turn + 1) % hands.length;
    if (action === PASS) return { turn: next, hands, beat: next === owner ? LEAD : beat, owner };
    const left = hands.map((hand, seat) => (seat === turn ? this.#seats[turn]!.after(hand, action) : hand));
    return { turn: next, hands: left, beat: this.#strengths.numbers[action]!, owner: turn };
  }

  /** The seat that has won; null if the ending is not over. */
  winnerAt({ hands }: WinPosition): number | null {
    const seat = hands.findIndex((hand, at) => this.#seats[at]!.infoOf(hand).size <= this.table.out_at[at]!);
    return seat < 0 ? null : seat;
  }

  isOwn(seat: number): boolean {
    return this.table.sides[seat] === this.side;
  }

  /** Whether the side wins. Throws `OutOfNodes` if the search enters more than `most` positions. */
  wins(position: WinPosition, most = MOST_NODES): boolean {
    this.#begin(most);
    const result = this.#solve(position, most);
    if (result === null) throw new OutOfNodes();
    return result;
  }

  /** The number of positions that a search without remembered results enters to find the winner. It stops at `most`. */
  workAt(position: WinPosition, most: number): number {
    const known = this.#results;
    this.#results = new Map();
    this.#begin(most);
    this.#solve(position, most);
    this.#results = known;
    return this.nodes;
  }

  #begin(most: number): void {
    this.nodes = 0;
    this.#most = most;
  }

  #keyOf({ turn, hands, beat, owner }: WinPosition): number {
    const seats = hands.length;
    let key = ((beat + 1) * seats + owner) * seats + turn;
    for (let seat = 0; seat < seats; seat += 1) key += hands[seat]! * this.#scales[seat]!;
    return key;
  }

  /** The position after all seats that can only pass have passed. */
  #skipForcedPasses(position: WinPosition): WinPosition {
    let { turn } = position;
    if (position.beat === LEAD) return position;
    const seats = position.hands.length;
    while (turn !== position.owner) {
      if (this.#canBeat(turn, position.hands[turn]!, position.beat)) return { ...position, turn };
      turn = (turn + 1) % seats;
    }
    return { ...position, turn, beat: LEAD };
  }

  #canBeat(seat: number, hand: number, beat: number): boolean {
    const { numbers } = this.#strengths;
    return this.#seats[seat]!.infoOf(hand).plays.some((play) => this.#strengths.beats(numbers[play]!, beat));
  }

  /** Whether the side wins; null if that needs more than `limit` positions. */
  #solve(position: WinPosition, limit: number): Result {
    const winner = this.winnerAt(position);
    if (winner !== null) return this.isOwn(winner);
    const here = this.#skipForcedPasses(position);
    const key = this.#keyOf(here);
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    this.nodes += 1;
    const result = this.#tryMoves(here, this.#movesAt(here), limit);
    if (result !== null) this.#results.set(key, result);
    return result;
  }

  /**
   * Tries the moves in rounds, each with a larger budget, until one succeeds or all fail. Returns whether the side
   * wins; null if the limit is reached.
   */
  #tryMoves(position: WinPosition, moves: readonly Move[], limit: number): Result {
    const wanted = this.isOwn(position.turn);
    let left = moves;
    for (let budget = FIRST_BUDGET; left.length > 0; budget *= WIDENING) {
      const open: Move[] = [];
      for (const move of left) {
        if (this.nodes >= limit || this.nodes >= this.#most) return null;
        const most = left.length === 1 ? limit : Math.min(limit, this.nodes + budget);
        const result = this.#solve(this.after(position, move.action), most);
        if (result === wanted) return wanted;
        if (result === null) open.push(move);
      }
      left = open;
    }
    return !wanted;
  }

  #movesAt(position: WinPosition): Move[] {
    return this.actionsAt(position)
      .map((action) => ({ action, score: this.#scoreOf(position, action) }))
      .sort((one, other) => one.score - other.score);
  }

  #scoreOf({ turn, hands, owner }: WinPosition, action: number): number {
    const { sides, classes, plays } = this.table;
    const seat = this.#seats[turn]!;
    if (action === PASS) {
      const isPartners = owner !== turn && sides[owner] === sides[turn];
      return isPartners ? PARTNER_LEADS : OF_TURN * seat.infoOf(hands[turn]!).turns + OF_TURN / 2;
    }
    const { turns } = seat.infoOf(seat.after(hands[turn]!, action));
    const [, cards, type] = plays[action]!;
    const score = OF_TURN * turns + (classes[type]!.bomb ? OF_BOMB : 0) - cards.length;
    return this.#isBeatable(turn, hands, action) ? score : score + UNBEATABLE + (turns <= 1 ? SURE_WIN : 0);
  }

  /** Whether a seat of another side can beat a play. */
  #isBeatable(turn: number, hands: readonly number[], play: number): boolean {
    const { sides } = this.table;
    const number = this.#strengths.numbers[play]!;
    return hands.some((hand, seat) => sides[seat] !== sides[turn] && this.#canBeat(seat, hand, number));
  }
}
