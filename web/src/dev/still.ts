/** A table that stands still, as the server would send it: what is the same whatever is played. */

import type { HandInfo, Line, Outcome, Reading, SeatInfo, Table } from '../wire/types';

export interface Still {
  ruleset: string;
  title: [zh: string, en: string];
  options?: Record<string, unknown>;
  you: number | null;
  /** What each seat has won so far; there are as many seats. */
  points: number[];
  seats?: Partial<SeatInfo>[];
  view: unknown;
  account?: Line[];
  hints?: unknown;
  window?: HandInfo['window'];
  acting?: { seat: number; turn?: number | null; reserve?: number | null }[];
  /** What the viewer may do, how many actions that is where not all are told, and whether it must. */
  asked?: { actions: [action: unknown, text: string][]; total?: number; must?: boolean } | null;
  /** The hand is over. */
  end?: { outcome: Outcome; state: unknown } | null;
}

const NAMES = ['小满', '阿福', 'Guest 4711', '老周', '西门吹雪的朋友', 'Ada'];

function seatAt(at: number, points: number): SeatInfo {
  const bot = at % 2 === 1;
  return {
    seat: at,
    kind: bot ? 'bot' : 'player',
    name: NAMES[at] ?? '',
    player: bot ? null : `p${at}`,
    bot: bot ? 'steady' : null,
    ready: false,
    connected: true,
    auto: false,
    leaving: false,
    points,
  };
}

/** A choice as the server tells it; its label says no more than its text. */
export const reading = (action: unknown, text: string): Reading => ({
  action,
  text,
  label: { type: 'words', key: text },
});

const choicesOf = (asked: Still['asked']): HandInfo['choices'] =>
  asked
    ? {
        decision: 5,
        must: asked.must ?? true,
        total: asked.total ?? asked.actions.length,
        actions: asked.actions.map(([action, text]) => reading(action, text)),
      }
    : null;

export function stillTable(still: Still): Table {
  const [zh, en] = still.title;
  return {
    t: 'table',
    v: 12,
    since: null,
    now: 0,
    you: still.you,
    hosting: true,
    table: {
      id: 'demo',
      ruleset: still.ruleset,
      title: { zh, en },
      options: still.options ?? {},
      digest: '',
      pack: {},
      sides: [],
      private: true,
      pace: { turn: 20, reserve: 30 },
      host: 0,
      phase: still.end ? 'waiting' : 'playing',
      hands: 0,
      played: 2,
      watching: 0,
    },
    seats: still.points.map((points, at) => ({ ...seatAt(at, points), ...still.seats?.[at] })),
    hand: {
      number: 3,
      commitment: '',
      view: still.view,
      account: still.account ?? [],
      lines: (still.account ?? []).map(({ code }) => ({ type: 'words', key: `account.${code}` })),
      stake: 0,
      question: null,
      hints: still.hints ?? null,
      window: still.window ?? null,
      acting: (still.acting ?? []).map((one) => ({ must: true, turn: 14_000, reserve: 30_000, ...one })),
      choices: choicesOf(still.asked),
      reveal: still.end
        ? {
            ...still.end,
            headline: { type: 'words', key: 'result.nobody' },
            reason: { type: 'words', key: `reason.${still.end.outcome.reason}` },
            secret: '',
            contributions: [],
            replay: 'demo',
          }
        : null,
    },
    happened: [],
    next: null,
  };
}
