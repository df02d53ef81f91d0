/** Whose time runs, and until when. */

import type { Acting, Table } from '../wire/types';

export interface Clock {
  /** Milliseconds of the page's clock at which the turn, and then the reserve, runs out; null: no clock. */
  readonly turnEnds: number | null;
  readonly end: number | null;
  readonly turn: number;
}

/** A seat's clock, counted from when the message came. `pace`: seconds of a turn. */
export function clockOf(acting: Acting | undefined, pace: number, receivedAt: number): Clock | null {
  if (!acting) return null;
  if (acting.turn === null) return { turnEnds: null, end: null, turn: 0 };
  const turnEnds = receivedAt + acting.turn;
  return { turnEnds, end: turnEnds + (acting.reserve ?? 0), turn: pace * 1000 };
}

/** Milliseconds before the end at which time is short; a short turn is not short from its beginning. */
const SHORT = 5000;
const SHORT_PART = 0.4;

/** When a turn, and then its reserve, begins to run short; none without a clock. */
export function shortFrom({ turnEnds, end, turn }: Clock): readonly number[] {
  if (turnEnds === null || end === null) return [];
  return [...new Set([turnEnds, end])].map((at) => at - Math.min(SHORT, turn * SHORT_PART));
}

/** The time of all who are asked together, or what one has of one's own where the window waits for it. */
export function windowClock({ hand, you, table }: Table, receivedAt: number): Clock | null {
  if (!hand?.window) return null;
  const own = hand.acting.find(({ seat }) => seat === you);
  if (own && own.turn !== null) return clockOf(own, table.pace?.turn ?? 0, receivedAt);
  if (hand.window.total === 0) return null;
  const end = receivedAt + hand.window.left;
  return { turnEnds: end, end, turn: hand.window.total };
}
