/** The earlier plays of each seat, from the log of the hand that the server sends. */

import type { Table } from '../wire/types';
import type { SeatScene } from './scene';
import type { Speech } from './familyTexts';

/** The number of earlier plays that are shown for a seat. */
export const REMEMBERED = 4;

/** The earlier plays of each seat in a few characters, the latest first, without the play that lies on the table. */
export function earlierPlaysBySeat(
  { log = [] }: Pick<Table, 'log'>,
  { played }: Pick<Speech, 'played'>,
  seats: readonly Pick<SeatScene, 'seat' | 'last'>[],
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>(seats.map(({ seat }) => [seat, []]));
  if (!played) return found;
  for (const { key, args = {} } of log) {
    const { who, play } = args;
    if (key !== played.key || typeof who !== 'object' || typeof play !== 'object') continue;
    if (Array.isArray(who) || Array.isArray(play) || who.type !== 'seat' || play.type !== 'words') continue;
    found.get(who.seat)?.unshift(played.label(play));
  }
  for (const { seat, last } of seats) {
    const from = last?.kind === 'cards' ? 1 : 0;
    found.set(seat, found.get(seat)!.slice(from).filter(Boolean).slice(0, REMEMBERED));
  }
  return found;
}
