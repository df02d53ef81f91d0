/** Builds Dou Dizhu tables as the server would send them, for inspection and tests. They are not part of the built client. */

import { parseCards, RANKS } from '../cards/card';
import type { Declaration, HandInfo, ScoreLine, SeatInfo, Table, TranslatableText } from '../wire/types';
import type { Rules, State } from '../games/doudizhu/types';
import { words } from './fixtureTexts';
import { staticTable } from './staticTable';

export interface Options {
  title?: [string, string];
  ruleset?: string;
  you?: number | null;
  rules?: Rules;
  hands: (string | null)[];
  counts?: number[];
  phase: State['phase'];
  /** The kind of the play to beat. */
  kind?: string;
  open?: Partial<State['public']>;
  account?: ScoreLine[];
  actions?: [action: unknown, text: string][];
  total?: number;
  acting?: { seat: number; turn?: number | null; reserve?: number | null }[];
  reveal?: {
    outcome: { reason: string; winners: number[]; points: number[]; account: ScoreLine[] };
    hands: string[];
    shares?: HandInfo['shares'];
  };
  seats?: Partial<SeatInfo>[];
}

export const count = (cards: string | null): number => (cards ?? '').length / 2;

function buildView(options: Options): State {
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

/** The plays that each seat has made before, for the trail of small cards at the seat. */
const BEFORE = ['6', '3 4 5 6 7', '9 9', 'J J J 4', 'K'];
const playsBefore = (seats: number): TranslatableText[] =>
  BEFORE.flatMap((cards) =>
    Array.from({ length: seats }, (_, seat) =>
      words('event.played', {
        who: { type: 'seat', seat },
        play: words('play.single', { cards: { type: 'cards', cards } }),
      }),
    ),
  );

function questionOf({ phase, kind = 'straight' }: Options): TranslatableText {
  const standing = phase.type === 'playing' ? phase.standing : null;
  if (phase.type === 'robbing') return words('ask.rob');
  if (phase.type === 'opening') return words('ask.open', { factor: phase.factor });
  if (phase.type === 'doubling') return words('ask.double');
  if (phase.type === 'throwing') return words('ask.throw', { most: 4 });
  if (phase.type === 'bidding') return words('ask.bid_over', { high: 2 });
  if (standing === null) return words('ask.lead');
  const by = phase.type === 'playing' ? (phase.by ?? 0) : 0;
  return words('ask.follow', { who: { type: 'seat', seat: by }, category: words(`category.${kind}`) });
}

/** The plays that lie at the seats, all of the same kind. */
function lyingPlays({ phase, kind = 'straight' }: Options): (TranslatableText | null)[] {
  if (phase.type !== 'playing') return [];
  return phase.last.map((text) => {
    const ranks = parseCards(text ?? '').map(({ rank }) => ({ type: 'cards' as const, cards: rank }));
    const [first, last] = [ranks[0], ranks.at(-1)];
    return first && last ? words(`made.${kind}`, { rank: first, first, last }) : null;
  });
}

/** Texts of what each seat has declared in this hand. */
const notesOf = ({ public: { opened, kicked, doubled, thrown, kicked_back, landlord } }: State): TranslatableText[][] =>
  doubled.map((_, seat) => [
    ...(opened[seat] ? [words('table.opened', { factor: opened[seat] })] : []),
    ...(kicked[seat] ? [words('table.kicked')] : []),
    ...(kicked_back && landlord === seat ? [words('table.kicked_back')] : []),
    ...(doubled[seat] ? [words('table.doubled')] : []),
    ...(thrown[seat] ? [words('table.threw', { count: thrown[seat] })] : []),
  ]);

/** What each seat has declared in this phase. */
function declaredOf({ phase, public: { counts } }: State): (Declaration | null)[] {
  return counts.map((_, seat) => {
    if (phase.type === 'bidding') {
      const points = phase.said?.[seat];
      if (points == null) return null;
      return points ? { text: words('action.bid', { points }), strong: true } : { text: words('action.no_bid') };
    }
    if (phase.type === 'robbing') {
      const said = phase.said?.[seat];
      return said ? { text: words(`action.${said.replace('-', '_')}`), strong: !said.startsWith('no-') } : null;
    }
    const isSecret = phase.type === 'opening' || phase.type === 'throwing' || phase.type === 'doubling';
    return isSecret && !phase.waiting.includes(seat) ? { text: words('table.chosen') } : null;
  });
}

export function tableOf(options: Options): Table {
  const {
    hands,
    rules,
    you = 0,
    ruleset = 'doudizhu/happy',
    title = ['欢乐斗地主', 'Dou Dizhu · call and rob'],
  } = options;
  const { account, acting, seats, actions = [], total, reveal } = options;
  const state = buildView(options);
  return staticTable({
    ruleset,
    title,
    you,
    options: { hand_size: 17, bottom_size: 3, decks: 1, ...rules },
    points: [1240, -360, -880, 0].slice(0, hands.length),
    view: state,
    question: questionOf(options),
    on_table: lyingPlays(options),
    seat_notes: notesOf(state),
    declared: declaredOf(state),
    log: options.phase.type === 'playing' ? playsBefore(options.hands.length) : [],
    notes:
      state.public.wild == null
        ? []
        : [words('term.wild', { rank: { type: 'cards', cards: RANKS[state.public.wild] ?? '' } })],
    asked: options.actions || total ? { actions, ...(total ? { total } : {}) } : null,
    end: reveal
      ? { outcome: reveal.outcome, state: { ...state, secret: { ...state.secret, hands: reveal.hands } } }
      : null,
    ...(reveal?.shares ? { shares: reveal.shares } : {}),
    ...(account ? { account } : {}),
    ...(acting ? { acting } : {}),
    ...(seats ? { seats } : {}),
  });
}
