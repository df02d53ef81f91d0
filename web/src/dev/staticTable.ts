/** The fields that tables of all games have, as the server would send them, for a table that does not change. */

import { DECK } from '../cards/card';
import { labelOf, lineOf } from './fixtureTexts';
import type {
  Declaration,
  HandInfo,
  ScoreLine,
  Outcome,
  Reading,
  SeatInfo,
  Table,
  TranslatableText,
} from '../wire/types';

export interface StaticTable {
  ruleset: string;
  title: [zh: string, en: string];
  options?: Record<string, unknown>;
  you: number | null;
  /** Each seat's points so far. The length is the number of seats. */
  points: number[];
  seats?: Partial<SeatInfo>[];
  view: unknown;
  account?: ScoreLine[];
  notes?: TranslatableText[];
  sides?: number[];
  on_table?: (TranslatableText | null)[];
  seat_notes?: TranslatableText[][];
  declared?: (Declaration | null)[];
  log?: TranslatableText[];
  question?: TranslatableText;
  hints?: unknown;
  window?: HandInfo['window'];
  acting?: { seat: number; turn?: number | null; reserve?: number | null }[];
  /** The viewer's actions, the number of all actions if not all are listed, and whether the viewer must act. */
  asked?: {
    actions: [action: unknown, text: string, label?: TranslatableText][];
    total?: number;
    must?: boolean;
  } | null;
  /** The outcome and the final state if the hand is over. */
  end?: { outcome: Outcome; state: unknown } | null;
  shares?: HandInfo['shares'];
}

const NAMES = ['小满', '红姐', 'Guest 4711', '九叔', '西门吹雪的朋友', '梅姨'];

/** The house players among the players, by seat. */
const BOTS: Readonly<Record<number, string>> = { 1: 'hong@steady', 3: 'jiu@steady', 5: 'mei@steady' };

const PACK = Object.fromEntries(DECK.map(({ text }) => [text, 1]));

function seatAt(at: number, points: number): SeatInfo {
  const bot = at % 2 === 1;
  return {
    seat: at,
    kind: bot ? 'bot' : 'player',
    name: NAMES[at] ?? '',
    player: bot ? null : `p${at}`,
    bot: bot ? (BOTS[at] ?? null) : null,
    ready: false,
    connected: true,
    auto: false,
    leaving: false,
    points,
  };
}

/** An action as the server describes it. */
export const reading = (action: unknown, text: string, label = labelOf(action, text)): Reading => ({
  action,
  text,
  label,
});

/** The stake that results from applying the lines of an account in order. */
const stakeOf = (account: readonly ScoreLine[]): number =>
  account.reduce((amount, { how = 'times', value }) => {
    if (how === 'times') return amount * value;
    return how === 'base' || how === 'plus' ? amount + value : amount;
  }, 0);

const choicesOf = (asked: StaticTable['asked']): HandInfo['choices'] =>
  asked
    ? {
        decision: 5,
        must: asked.must ?? true,
        total: asked.total ?? asked.actions.length,
        actions: asked.actions.map((one) => reading(...one)),
      }
    : null;

const headlineOf = ({ reason, winners }: Outcome): TranslatableText => ({
  type: 'words',
  key: `result.${reason}`,
  args: {
    winners: winners.map((seat) => ({ type: 'seat', seat })),
    points: 27,
    card: { type: 'cards', cards: '三' },
    payer: { type: 'seat', seat: 2 },
  },
});

export function staticTable(still: StaticTable): Table {
  const [zh, en] = still.title;
  const account = still.end?.outcome.account ?? still.account ?? [];
  return {
    t: 'table',
    v: 12,
    since: null,
    now: 0,
    you: still.you,
    is_host: true,
    table: {
      id: 'demo',
      ruleset: still.ruleset,
      title: { zh, en },
      options: still.options ?? {},
      digest: '',
      pack: PACK,
      sides: still.sides ?? [],
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
      account,
      lines: account.map(lineOf),
      stake: stakeOf(account),
      shares: still.shares ?? [],
      notes: still.notes ?? [],
      on_table: still.on_table ?? [],
      seat_notes: still.seat_notes ?? [],
      declared: still.declared ?? [],
      question: still.question ?? null,
      hints: still.hints ?? null,
      window: still.window ?? null,
      acting: (still.acting ?? []).map((one) => ({ must: true, turn: 14_000, reserve: 30_000, ...one })),
      choices: choicesOf(still.asked),
      reveal: still.end
        ? {
            ...still.end,
            headline: headlineOf(still.end.outcome),
            reason: { type: 'words', key: `reason.${still.end.outcome.reason}` },
            secret: '',
            pledges: [],
            contributions: [],
            names: [],
            replay: 'demo',
          }
        : null,
    },
    steps: [],
    log: still.log ?? [],
    next: null,
  };
}
