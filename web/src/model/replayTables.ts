/** A finished hand as a sequence of still tables: one for the start and one after each step. */

import { pointsOf } from '../wire/outcome';
import type { FairProof, HandInfo, DecisionReview, Replay, SeatInfo, Table } from '../wire/types';

/** The seat whose view the replay shows: the player's own, else the first. */
export function chairFor(replay: Replay, me: string | null): number {
  return Math.max(
    0,
    replay.record.players.findIndex((player) => player.id !== null && player.id === me),
  );
}

/** The proof that the deal was fair. Null if the proof contains the table's id and this player was not there. */
export const fairOf = ({ record }: Replay): FairProof | null => record.hands[0]?.fair ?? null;

/** `ended`: the result to include, or null before the end. */
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

/** Indices of the steps that were mistakes. */
export const mistakesIn = (decisions: readonly DecisionReview[]): ReadonlySet<number> =>
  new Set(decisions.flatMap(({ step, grade }) => (grade ? [step] : [])));

/**
 * Step counts at which a replay stops: before the first card, after each step that has a message or was a mistake,
 * after the last one, and at the result.
 */
export function stopsOf({ steps }: Replay, decisions: readonly DecisionReview[] = []): number[] {
  const mistakes = mistakesIn(decisions);
  const isStop = (messages: readonly unknown[], at: number): boolean =>
    messages.some(Boolean) || mistakes.has(at) || at === steps.length - 1;
  return [0, ...steps.flatMap(({ messages }, at) => (isStop(messages, at) ? [at + 1] : [])), steps.length + 1];
}

/** How the hand ended, in the shape the live table reports it. */
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

/** Index of the last number that is at most `most`, in ascending numbers; 0 if all are greater. */
export const placeOf = (numbers: readonly number[], most: number): number =>
  Math.max(
    0,
    numbers.findLastIndex((number) => number <= most),
  );

/**
 * The table after `steps` steps, as seat `you` sees it. 0 is before the first card; one more than there are steps shows
 * the result.
 */
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
    is_host: false,
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
      notes: step?.notes ?? [],
      on_table: step?.on_table ?? [],
      zones: (step ?? replay).zones ?? [],
      question: null,
      window: null,
      acting: [],
      choices: null,
      hints: step?.hints[you] ?? null,
      reveal: ended,
    },
    steps: [],
    next: null,
  };
}
