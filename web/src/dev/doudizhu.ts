/** Dou Dizhu tables as the server would send them, for looking at and for tests; never in the built client. */

import type { Line, SeatInfo, Table } from '../wire/types';
import type { Rules, State } from '../games/doudizhu/types';

export interface Options {
  title?: [string, string];
  ruleset?: string;
  you?: number | null;
  rules?: Rules;
  hands: (string | null)[];
  counts?: number[];
  phase: State['phase'];
  open?: Partial<State['public']>;
  account?: Line[];
  actions?: [action: unknown, text: string][];
  total?: number;
  acting?: { seat: number; turn?: number | null; reserve?: number | null }[];
  reveal?: { outcome: { reason: string; winners: number[]; points: number[]; account: Line[] }; hands: string[] };
  seats?: Partial<SeatInfo>[];
}

const NAMES = ['小满', '阿福', 'Guest 4711', '老周'];

function seat(at: number, more: Partial<SeatInfo> = {}): SeatInfo {
  const bot = at === 1;
  return {
    seat: at,
    kind: bot ? 'bot' : 'player',
    name: NAMES[at] ?? `Guest ${at}`,
    player: bot ? null : `p${at}`,
    bot: bot ? 'steady' : null,
    ready: false,
    connected: true,
    auto: false,
    leaving: false,
    points: [1240, -360, -880, 0][at] ?? 0,
    ...more,
  };
}

export const count = (cards: string | null): number => (cards ?? '').length / 2;

function view(options: Options): State {
  const seats = options.hands.length;
  const each = <T>(value: T): T[] => Array.from({ length: seats }, () => value);
  return {
    match: { hand: 2, points: each(0) },
    stage: 3,
    phase: options.phase,
    public: {
      counts: options.counts ?? options.hands.map(count),
      opened: each(0),
      kicked: each(false),
      doubled: each(false),
      thrown: each(0),
      throw_factors: each(1),
      throws_seen: each(false),
      plays: each(0),
      played: each(''),
      ...options.open,
    },
    secret: { deal: null, hands: options.hands, sealed: each(null), threw: each(null), gave: each(null), bottom: null },
  };
}

export function tableOf(options: Options): Table {
  const seats = options.hands.length;
  const state = view(options);
  const final = options.reveal && { ...state, secret: { ...state.secret, hands: options.reveal.hands } };
  const [zh, en] = options.title ?? ['欢乐斗地主', 'Call and rob'];
  return {
    t: 'table',
    v: 12,
    since: null,
    now: 0,
    you: options.you === undefined ? 0 : options.you,
    hosting: true,
    table: {
      id: 'demo',
      ruleset: options.ruleset ?? 'doudizhu/happy',
      title: { zh, en },
      options: { bottom_size: 3, decks: 1, ...options.rules },
      digest: '',
      private: true,
      pace: { turn: 20, reserve: 30 },
      host: 0,
      phase: options.reveal ? 'waiting' : 'playing',
      hands: 0,
      played: 2,
      watching: 0,
    },
    seats: Array.from({ length: seats }, (_, at) => seat(at, options.seats?.[at])),
    hand: {
      number: 3,
      commitment: '',
      view: state,
      account: options.account ?? [],
      window: null,
      acting: (options.acting ?? []).map((one) => ({ must: true, turn: 14_000, reserve: 30_000, ...one })),
      choices:
        options.actions || options.total
          ? {
              decision: 5,
              must: true,
              total: options.total ?? options.actions?.length ?? 0,
              actions: (options.actions ?? []).map(([action, text]) => ({ action, text })),
            }
          : null,
      hints: null,
      reveal: final
        ? { outcome: options.reveal!.outcome, state: final, secret: '', contributions: [], replay: 'demo' }
        : null,
    },
    happened: [],
    next: null,
  };
}
