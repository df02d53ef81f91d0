/** Clocks: whose time is running and until when. */

import type { Acting, Table } from '../wire/types';

export interface Clock {
  /** Page-clock time in ms at which the turn, and then the reserve, runs out; null without a time limit. */
  readonly turnEnds: number | null;
  readonly end: number | null;
  readonly turn: number;
}

/** A seat's clock, counted from the message's arrival. `pace`: seconds per turn. */
export function clockOf(acting: Acting | undefined, pace: number, receivedAt: number): Clock | null {
  if (!acting) return null;
  if (acting.turn === null) return { turnEnds: null, end: null, turn: 0 };
  const turnEnds = receivedAt + acting.turn;
  return { turnEnds, end: turnEnds + (acting.reserve ?? 0), turn: pace * 1000 };
}

/** Time is short from this many ms before the end, but never from the start of a short turn. */
const SHORT = 5000;
const SHORT_PART = 0.4;

/** When the turn, and then the reserve, begins to run short; empty without a time limit. */
export function shortFrom({ turnEnds, end, turn }: Clock): readonly number[] {
  if (turnEnds === null || end === null) return [];
  return [...new Set([turnEnds, end])].map((at) => at - Math.min(SHORT, turn * SHORT_PART));
}

/** Remaining part and seconds of the turn, or of the reserve after it; null if no time is running. */
export function clockState(
  clock: Clock,
  now: number,
): { part: number; seconds: number | null; reserve: boolean; late: boolean } {
  const { turnEnds, end, turn } = clock;
  if (turnEnds === null || end === null) return { part: 1, seconds: null, reserve: false, late: false };
  const reserve = now > turnEnds;
  const remaining = Math.max(0, (reserve ? end : turnEnds) - now);
  const whole = Math.max(1, reserve ? end - turnEnds : turn);
  const late = now >= (shortFrom(clock)[0] ?? Infinity);
  return { part: Math.min(1, remaining / whole), seconds: Math.ceil(remaining / 1000), reserve, late };
}

/** The clock of a decision that several players make at once, or the viewer's own if that decision waits for them. */
export function windowClock({ hand, you, table }: Table, receivedAt: number): Clock | null {
  if (!hand?.window) return null;
  const own = hand.acting.find(({ seat }) => seat === you);
  if (own && own.turn !== null) return clockOf(own, table.pace?.turn ?? 0, receivedAt);
  if (hand.window.total === 0) return null;
  const end = receivedAt + hand.window.left;
  return { turnEnds: end, end, turn: hand.window.total };
}
