/**
 * The plays of an ending with open hands, as numbers. Seats play in turn, and must beat the last play or pass. The
 * first seat with few enough cards wins for its side. The server sends which plays there are and which beat which, so
 * no rule of a game is here.
 */

import type { PlayData } from '../wire/types';

/** Facts about a hand, which is what is left of the hand at the start. */
export interface HandInfo {
  readonly size: number;
  /** The numbers of the plays that the hand contains. */
  readonly plays: readonly number[];
  /** The smallest number of leads that empty the hand. */
  turns: number;
}

/** The number of leads for a hand that cannot be emptied. */
const MANY = 99;

/** The value in place of a play to beat if the seat leads. */
export const LEAD = -1;

const countOf = (text: string, letter: string): number => text.split(letter).length - 1;

/**
 * The plays of one seat. Each hand that it can have is a number: the counts of its ranks as digits in a mixed radix.
 */
export class SeatPlays {
  readonly #limits: readonly number[];
  readonly #steps: readonly number[];
  readonly #plays: readonly number[];
  readonly #uses = new Map<number, readonly number[]>();
  readonly #costs = new Map<number, number>();
  /** The number of the whole hand, and the number of all hands that can be left of it. */
  readonly full: number;
  readonly parts: number;
  readonly #known = new Map<number, HandInfo>();

  constructor({ hands, plays }: PlayData, seat: number) {
    const hand = hands[seat]!;
    const letters = [...new Set(hand)];
    this.#limits = letters.map((letter) => countOf(hand, letter));
    const steps: number[] = [];
    let step = 1;
    for (const limit of this.#limits) {
      steps.push(step);
      step *= limit + 1;
    }
    [this.#steps, this.parts, this.full] = [steps, step, step - 1];
    this.#plays = plays.flatMap(([, , , , seats], play) => (seats & (1 << seat) ? [play] : []));
    for (const play of this.#plays) {
      const use = letters.map((letter) => countOf(plays[play]![1], letter));
      this.#uses.set(play, use);
      this.#costs.set(
        play,
        use.reduce((sum, count, at) => sum + count * steps[at]!, 0),
      );
    }
  }

  /** The hand that is left after a play. */
  after(hand: number, play: number): number {
    return hand - this.#costs.get(play)!;
  }

  infoOf(hand: number): HandInfo {
    const known = this.#known.get(hand);
    if (known) return known;
    const counts = this.#limits.map((limit, at) => Math.floor(hand / this.#steps[at]!) % (limit + 1));
    const plays = this.#plays.filter((play) => this.#uses.get(play)!.every((use, at) => use <= counts[at]!));
    const info: HandInfo = { size: counts.reduce((sum, count) => sum + count, 0), plays, turns: 0 };
    this.#known.set(hand, info);
    if (info.size > 0)
      info.turns = 1 + Math.min(MANY, ...plays.map((play) => this.infoOf(this.after(hand, play)).turns));
    return info;
  }
}

/** Tells which plays beat which. Plays of the same class and strength share one strength number. */
export class Strengths {
  readonly count: number;
  /** The strength number of each play. */
  readonly numbers: readonly number[];
  readonly #beats: readonly (readonly boolean[])[];

  constructor({ plays, classes }: PlayData) {
    const distinct: { type: number; strength: number }[] = [];
    this.numbers = plays.map(([, , type, strength]) => {
      const at = distinct.findIndex((one) => one.type === type && one.strength === strength);
      return at < 0 ? distinct.push({ type, strength }) - 1 : at;
    });
    this.count = distinct.length;
    const isBomb = (type: number): boolean => classes[type]!.bomb ?? false;
    this.#beats = distinct.map((one) =>
      distinct.map((other) =>
        one.type === other.type ? one.strength > other.strength : isBomb(one.type) && !isBomb(other.type),
      ),
    );
  }

  /** Whether plays of one strength number beat those of another. Everything beats `LEAD`. */
  beats(one: number, other: number): boolean {
    return other === LEAD || this.#beats[one]![other]!;
  }
}
