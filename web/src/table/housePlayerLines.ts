/**
 * What the house players say, and when they say it. A line depends only on what everybody at the table can see: their
 * seats, the number of the hand, who plays a bomb, who is the landlord, who has won, and for whom the table waits.
 */

import { housePlayerOf, type HousePlayerId } from '../i18n/housePlayers';
import type { Table } from '../wire/types';
import { isBomb } from './moments/momentTriggers';
import type { TableScene } from './scene';
import type { Speech } from './familyTexts';

export type LineKind = 'hello' | 'bomb' | 'landlord' | 'win' | 'lose' | 'wait';

/** A line, with the seat that says it. */
export interface Line {
  readonly seat: number;
  readonly player: HousePlayerId;
  readonly kind: LineKind;
}

/** The public facts of a table on which the lines depend. */
export interface PublicFacts {
  readonly version: number;
  readonly players: ReadonlyMap<number, HousePlayerId>;
  /** The number of the hand once it is dealt; 0 before. */
  readonly hand: number;
  readonly hat: number | null;
  /** The seats that have just played a bomb or a rocket. */
  readonly bombs: readonly number[];
  /** The winners of the finished hand; null while it is played. */
  readonly winners: readonly number[] | null;
  /** The only seat for which the table waits, if a person sits there; otherwise null. */
  readonly awaited: number | null;
}

export function publicFacts(table: Table, scene: TableScene, speech: Speech): PublicFacts {
  const acting = scene.seats.filter((one) => one.acting);
  const fresh = table.since === null ? [] : table.steps;
  return {
    version: table.v,
    players: new Map(
      scene.seats.flatMap(({ seat, kind, name }) => {
        const player = kind === 'bot' ? housePlayerOf(name) : null;
        return player ? [[seat, player] as const] : [];
      }),
    ),
    hand: table.hand?.number ?? 0,
    hat: scene.seats.find(({ hat }) => hat)?.seat ?? null,
    bombs: fresh.flatMap(({ seat, messages }) => (messages.some((one) => one && isBomb(one, speech)) ? [seat] : [])),
    winners: table.hand?.reveal?.outcome.winners ?? null,
    awaited: acting.length === 1 && acting[0]!.kind === 'player' ? acting[0]!.seat : null,
  };
}

/**
 * A line of one of the house players in these seats. Which one says it depends on the number of the hand. Null if none
 * sits there.
 */
function chooseLine(facts: PublicFacts, kind: LineKind, seats: (seat: number) => boolean): Line | null {
  const found = [...facts.players].filter(([seat]) => seats(seat));
  const one = found[facts.hand % (found.length || 1)];
  return one ? { seat: one[0], player: one[1], kind } : null;
}

const isIn = (seats: readonly number[]) => (seat: number) => seats.includes(seat);

/**
 * The line that a house player says after a change, which is about the most important event; null if none says
 * anything.
 */
export function lineAfter(was: PublicFacts, now: PublicFacts): Line | null {
  const winners = now.winners;
  if (winners?.length && was.winners === null)
    return chooseLine(now, 'win', isIn(winners)) ?? chooseLine(now, 'lose', (seat) => !winners.includes(seat));
  if (now.hat !== null && now.hat !== was.hat && now.hand === was.hand)
    return chooseLine(now, 'landlord', isIn([now.hat]));
  if (now.version !== was.version && now.bombs.length > 0) return chooseLine(now, 'bomb', isIn(now.bombs));
  if (now.hand === 1 && was.hand === 0) return chooseLine(now, 'hello', () => true);
  return null;
}

/** The line that a house player says when the table has waited long for a person; null if there is no house player. */
export const lineWhileWaiting = (facts: PublicFacts): Line | null => chooseLine(facts, 'wait', () => true);

/** The id under which a house player is muted. People are muted under their own ids. */
export const muteId = (player: HousePlayerId): string => `house:${player}`;
