/** Clocks: whose time is running, and until when. */

import type { Acting, Table } from '../wire/types';

export interface Clock {
  /**
   * The times on the page clock, in ms, at which the time of the turn and then the reserve run out; null without a time
   * limit.
   */
  readonly turnEnds: number | null;
  readonly end: number | null;
  readonly turn: number;
}

/** The clock of a seat, counted from the time when the message arrived. `pace` is the number of seconds per turn. */
export function clockOf(acting: Acting | undefined, pace: number, receivedAt: number): Clock | null {
  if (!acting) return null;
  if (acting.turn === null) return { turnEnds: null, end: null, turn: 0 };
  const turnEnds = receivedAt + acting.turn;
  return { turnEnds, end: turnEnds + (acting.reserve ?? 0), turn: pace * 1000 };
}

/** Time is short in the last `SHORT` ms, or in the last `SHORT_PART` of a turn if that is less. */
const SHORT = 5000;
const SHORT_PART = 0.4;

/** The times at which the time of the turn and the reserve begin to run short. Empty without a time limit. */
export function warningTimes({ turnEnds, end, turn }: Clock): readonly number[] {
  if (turnEnds === null || end === null) return [];
  return [...new Set([turnEnds, end])].map((at) => at - Math.min(SHORT, turn * SHORT_PART));
}

/**
 * The fraction and the seconds that are left of the turn or, after it, of the reserve. Without a time limit the
 * fraction is 1 and the seconds are null.
 */
export function clockState(
  clock: Clock,
  now: number,
): { part: number; seconds: number | null; reserve: boolean; late: boolean } {
  const { turnEnds, end, turn } = clock;
  if (turnEnds === null || end === null) return { part: 1, seconds: null, reserve: false, late: false };
  const reserve = now > turnEnds;
  const remaining = Math.max(0, (reserve ? end : turnEnds) - now);
  const whole = Math.max(1, reserve ? end - turnEnds : turn);
  const late = now >= (warningTimes(clock)[0] ?? Infinity);
  return { part: Math.min(1, remaining / whole), seconds: Math.ceil(remaining / 1000), reserve, late };
}

/**
 * The clock of a decision that several players make at the same time. If the decision waits for the viewer, it is the
 * viewer's own clock. Null if there is no such decision.
 */
export function sharedClock({ hand, you, table }: Table, receivedAt: number): Clock | null {
  if (!hand?.window) return null;
  const own = hand.acting.find(({ seat }) => seat === you);
  if (own && own.turn !== null) return clockOf(own, table.pace?.turn ?? 0, receivedAt);
  if (hand.window.total === 0) return null;
  const end = receivedAt + hand.window.left;
  return { turnEnds: end, end, turn: hand.window.total };
}
