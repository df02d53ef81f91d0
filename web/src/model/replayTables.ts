/** A finished hand as a row of still tables: one for the start, one after each step. */

import { pointsOf } from '../wire/outcome';
import type { FairProof, HandInfo, Judged, Replay, SeatInfo, Table } from '../wire/types';

/** The seat from whose chair it is looked at: one's own, else the first. */
export function chairFor(replay: Replay, me: string | null): number {
  return Math.max(
    0,
    replay.record.players.findIndex((player) => player.id !== null && player.id === me),
  );
}

/** What proves the deal of the hand; null where it has the table's id in it, and this player was not there. */
export const fairOf = ({ record }: Replay): FairProof | null => record.hands[0]?.fair ?? null;

/** `ended`: with what the hand has brought. */
function seatsOf({ record }: Replay, ended: HandInfo['reveal']): SeatInfo[] {
  const points = (record.hands[0]?.match as { points?: number[] } | undefined)?.points ?? [];
  return record.players.map(({ name, bot, id }, seat) => ({
    seat,
    kind: bot ? 'bot' : 'player',
    name,
    player: id ?? null,
    bot: bot ?? null,
    ready: false,
    connected: true,
    auto: false,
    leaving: false,
    points: (points[seat] ?? 0) + (ended ? pointsOf(ended.outcome, seat) : 0),
  }));
}

/** The steps that were mistakes. */
export const mistakesIn = (decisions: readonly Judged[]): ReadonlySet<number> =>
  new Set(decisions.flatMap(({ step, grade }) => (grade ? [step] : [])));

/**
 * Where a replay stops: before the first card, after every step of which something is told or that was a mistake, after the
 * last, and at the result.
 */
export function stopsOf({ steps }: Replay, decisions: readonly Judged[] = []): number[] {
  const mistakes = mistakesIn(decisions);
  const isStop = (told: readonly unknown[], at: number): boolean =>
    told.some(Boolean) || mistakes.has(at) || at === steps.length - 1;
  return [0, ...steps.flatMap(({ told }, at) => (isStop(told, at) ? [at + 1] : [])), steps.length + 1];
}

/** How the hand ended, as the table tells it when it has. */
function endOf({ record, headline, reason, steps }: Replay): HandInfo['reveal'] {
  const { outcome } = record.hands[0]!;
  if (!outcome) return null;
  return {
    outcome,
    headline,
    reason,
    names: record.players.map(({ name }) => name),
    state: steps.at(-1)?.state,
    secret: '',
    pledges: [],
    contributions: [],
    replay: '',
  };
}

/** The last place of a row of rising numbers that holds one no higher than this; the first, if all are. */
export const placeOf = (numbers: readonly number[], most: number): number =>
  Math.max(
    0,
    numbers.findLastIndex((number) => number <= most),
  );

/** The table after so many steps; none: before the first card, one more than there are: the result. `you`: from whose chair. */
export function tableAt(replay: Replay, steps: number, you: number): Table {
  const { record } = replay;
  const ended = steps > replay.steps.length ? endOf(replay) : null;
  const step = replay.steps[Math.min(steps, replay.steps.length) - 1];
  const { rules, title, family, name, digest } = record.ruleset;
  const fair = fairOf(replay);
  return {
    t: 'table',
    v: steps,
    since: null,
    now: 0,
    you,
    hosting: false,
    table: {
      id: '',
      ruleset: `${family}/${name}`,
      title,
      options: rules,
      digest,
      pack: {},
      sides: replay.sides,
      private: true,
      pace: { turn: 0, reserve: 0 },
      host: null,
      phase: 'closed',
      hands: 0,
      played: 0,
      watching: 0,
    },
    seats: seatsOf(replay, ended),
    hand: {
      number: fair?.hand ?? 0,
      commitment: fair?.commitment ?? '',
      view: step?.state ?? replay.start,
      account: step?.account ?? [],
      lines: step?.lines ?? [],
      stake: step?.stake ?? 0,
      shares: (ended && replay.shares) ?? [],
      terms: step?.terms ?? [],
      lying: step?.lying ?? [],
      piles: (step ?? replay).piles ?? [],
      question: null,
      window: null,
      acting: [],
      choices: null,
      hints: step?.hints[you] ?? null,
      reveal: ended,
    },
    happened: [],
    next: null,
  };
}
