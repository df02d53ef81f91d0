/** Gunzi tables as the server would send them, for inspection and tests. They are not part of the built client. */

import type { Hints, State } from '../games/gunzi/types';
import type { ScoreLine, SeatInfo, Table, TranslatableText } from '../wire/types';
import { words } from './fixtureTexts';
import { staticTable } from './staticTable';

interface Options {
  you?: number | null;
  hand: string;
  phase: State['phase'];
  state?: Partial<State>;
  match?: Partial<State['match']>;
  bottom?: string | null;
  actions?: [action: unknown, text: string, label?: TranslatableText][];
  total?: number;
  must?: boolean;
  acting?: number[];
  hints?: Omit<Hints, 'hand'>;
  reveal?: { reason: string; winners: number[]; points: number[]; account: ScoreLine[] };
  seats?: Partial<SeatInfo>[];
}

const countCards = (cards: string): number => cards.split(' ').filter(Boolean).length;

function stateOf({ hand, phase, you = 0, state, match, bottom = null }: Options): State {
  const { levels = [7, 5, 10], banker = 0 } = match ?? {};
  const counts = Array.from({ length: 6 }, () => (phase.type === 'playing' ? Math.max(0, countCards(hand)) : 35));
  counts[you ?? 0] = countCards(hand);
  return {
    match: { levels, halves: [0, 1, 0], banker, hand: 4, tribute: [0, 0, 0, 0, 0, 0], ...match },
    level: levels[(banker ?? 0) % 3] ?? 0,
    phase,
    secret: {
      hands: Array.from({ length: 6 }, (_, seat) => (seat === you ? hand : null)),
      deck: null,
      cuts: null,
      bottom,
    },
    banker: 0,
    call: 's',
    counts,
    points: [20, 35, 130],
    ...state,
  };
}

/** The hand in the server's order: trumps, then suit by suit. */
function groupsOf({ call, level: played, secret: { hands } }: State, you: number): string[] {
  const level = '23456789TJQKA'[played - 2];
  const held = (hands[you] ?? '').split(' ').filter(Boolean);
  const isTrump = (card: string): boolean => /^[BR2]/.test(card) || card[0] === level || card[1] === call;
  const suits = [...'shcd'].map((suit) => held.filter((card) => card[1] === suit && !isTrump(card)));
  return [held.filter(isTrump), ...suits].map((group) => group.join(' '));
}

const QUESTIONS: Partial<Record<State['phase']['type'], TranslatableText>> = {
  dealing: words('ask.show'),
  closing: words('ask.closing'),
  paying: words('ask.paying', { count: 3 }),
  giving_back: words('ask.returning', { who: { type: 'seat', seat: 5 }, count: 2 }),
  burying: words('ask.burying'),
  burying_jokers: words('ask.jokers', { count: 3 }),
  playing: words('ask.follow', { count: 4 }),
};

const SETS = ['', 'single', 'pair', 'triple', 'quad'];

function lyingPlays({ phase }: State): (TranslatableText | null)[] {
  if (phase.type !== 'playing') return [];
  const { leader, plays = [] } = phase;
  return Array.from({ length: 6 }, (_, seat) => {
    const play = plays[(seat - leader + 6) % 6];
    if (play === undefined) return null;
    const [card = '', ...others] = play.split(' ');
    if (others.some((other) => other !== card)) return words('play.cards', { cards: { type: 'cards', cards: play } });
    return words(`play.${SETS[others.length + 1]}`, { card: { type: 'cards', cards: card } });
  });
}

/** The plays that each seat has made before, for the trail of small cards at the seat. */
const PLAYS_BEFORE = ['9h', 'Ks', '4d', 'Ac'].flatMap((card, at) =>
  [0, 1, 2, 3, 4, 5].map((seat) =>
    words('event.cards_played', {
      who: { type: 'seat', seat },
      play: words(at % 2 === 0 ? 'play.pair' : 'play.single', { card: { type: 'cards', cards: card } }),
    }),
  ),
);

function tableOf(options: Options): Table {
  const state = stateOf(options);
  const { you = 0, actions = [], total, reveal, acting = [0], must = true, hints = {}, seats = [] } = options;
  const question = QUESTIONS[state.phase.type];
  return staticTable({
    ruleset: 'gunzi/six',
    title: ['六人四副滚子', 'Six-player Gunzi'],
    you,
    points: [12, -4, -8, 12, -4, -8],
    seats,
    view: state,
    hints: you === null ? null : { hand: groupsOf(state, you), ...hints },
    sides: [0, 1, 2, 0, 1, 2],
    on_table: lyingPlays(state),
    log: state.phase.type === 'playing' ? PLAYS_BEFORE : [],
    ...(question ? { question } : {}),
    acting: acting.map((seat) => ({ seat })),
    notes: handNotes(state),
    asked: total || actions.length > 0 ? { actions, must, ...(total ? { total } : {}) } : null,
    end: reveal ? { outcome: reveal, state } : null,
  });
}

/** The banker's hand before burying: 41 cards in 29 stacks. */
const HAND_41 =
  'Rj Rj Bj 7s 7s 7h 7d 2s 2s 2c As Ks Ks Qs Ts 8s 8s 5s 3s Ah Kh Kh Jh 9h 9h 9h 6h 4h Ac Qc Tc Tc 6c 5c 3c Kd Kd Jd 8d 8d 4d';
/** A hand of 35 cards in 33 stacks, so with few identical cards. */
const HAND_35 =
  'Rj Bj 7s 7h 7c 7d 2s 2h 2d As Ks Qs Js 9s 8s 4s Ah Kh Qh Th 8h 5h 3h Ac Kc Jc 9c 6c Ad Qd Td Td 9d 6d 6d';
/** The hand with most stacks: 41 cards in 40 stacks. */
const HAND_WILD =
  'Rj Bj 7s 7h 7c 7d 2s 2h 2c 2d As Ks Qs Js Ts 9s 8s 6s 5s 4s Ah Kh Qh Jh Th 9h 8h 6h Ac Kc Qc Jc Tc 9c Ad Kd Qd Jd Td Td 9d';
const HAND_20 = 'Rj Bj 7s 2h As Ks Ks 8s Ah Kh 9h 9h 9h 5h Qc Tc Tc 6c Jd 8d';
const BOTTOM = 'Bj As Kh Tc 5c 6d';

const play = (cards: string): [unknown, string] => [{ type: 'play', cards }, `play ${cards}`];
const show = (cards: string, call?: string): [unknown, string] => [
  { type: 'show', cards, ...(call ? { call } : {}) },
  `show ${cards}${call ? ` ${call}` : ''}`,
];
const pass = (label: string): [unknown, string, TranslatableText] => [
  { type: 'pass' },
  'pass',
  words(`action.${label}`),
];

function handNotes({ phase }: State): TranslatableText[] {
  const bank = words('term.bank_at', { points: 130 });
  const [lead] = phase.type === 'playing' ? (phase.plays ?? []) : [];
  if (!lead) return [bank];
  const led = { suit: words('suit.h'), shape: words(`shape.${countCards(lead)}`) };
  return [bank, words('term.led', led), words('term.lying', { points: 35 })];
}

export const GUNZI_SCENES: Record<string, Table> = {
  gunziCut: tableOf({
    hand: '7s Ah',
    phase: { type: 'dealing', dealt: 12 },
    match: { banker: null, levels: [3, 3, 3], halves: [0, 0, 0] },
    state: {
      banker: null,
      call: null,
      points: [0, 0, 0],
      counts: [2, 2, 2, 2, 2, 2],
      cut: [
        { seats: [0, 1, 2, 3, 4, 5], cards: ['9s', 'Kd', 'Bj', 'Ah', 'Th', '4c'], best: [1, 4] },
        { seats: [1, 4], cards: ['Qd', '8h'], best: [1] },
      ],
    },
    acting: [],
  }),
  gunziDealing: tableOf({
    hand: HAND_35.split(' ').slice(0, 22).join(' '),
    phase: { type: 'dealing', dealt: 132 },
    state: {
      call: 'h',
      points: [0, 0, 0],
      counts: [22, 22, 22, 22, 22, 22],
      shown: { seat: 2, cards: '7h', call: 'h' },
    },
    actions: [show('7s 7s'), show('7d 7d 7d')],
    must: false,
    acting: [],
  }),
  gunziClosing: tableOf({
    hand: HAND_35,
    phase: { type: 'closing', passed: [1, 3, 4] },
    state: { call: 'd', points: [0, 0, 0], shown: { seat: 5, cards: '7d 7d', call: 'd' } },
    actions: [
      pass('pass_show'),
      show('7s 7s 7s'),
      ...['s', 'h', 'c', 'd', 'none'].map((call) => show('Bj Bj Bj', call)),
    ],
    acting: [0, 2, 5],
  }),
  gunziPaying: tableOf({
    hand: HAND_35,
    phase: { type: 'paying', payers: [0, 5], chosen: [5] },
    match: { banker: 1, tribute: [3, 0, 0, 0, 0, 2] },
    state: { banker: 1, points: [0, 0, 0], shown: { seat: 1, cards: '5h', call: 'h' }, call: 'h' },
    actions: ['7c', '7d'].map((last) => [{ type: 'pay', cards: `Rj Bj ${last}` }, `pay Rj Bj ${last}`]),
  }),
  gunziBack: tableOf({
    hand: HAND_35 + ' Rj 7h 7d',
    phase: { type: 'giving_back', owed: [[5, 2] as never[], [4, 1] as never[]] },
    state: {
      points: [0, 0, 0],
      seen: BOTTOM,
      paid: { seats: [5, 4], cards: ['Rj 7h', '7d'] },
    },
    total: 500,
    hints: { size: 2 },
  }),
  gunziBury: tableOf({
    hand: HAND_41,
    phase: { type: 'burying' },
    state: { points: [0, 0, 0], seen: BOTTOM },
    total: 1_000_000,
    hints: { size: 6 },
  }),
  gunziWild: tableOf({
    hand: HAND_WILD,
    phase: { type: 'burying' },
    match: { levels: [9, 9, 10], halves: [1, 1, 0] },
    state: { points: [130, 245, 130], seen: BOTTOM, call: 'none' },
    total: 1_000_000,
    hints: { size: 6 },
  }),
  gunziJokers: tableOf({
    hand: HAND_35,
    phase: { type: 'burying_jokers', seat: 0 },
    match: { banker: 4 },
    state: { banker: 4, takeable: 3, bottom_open: true, points: [0, 0, 0] },
    bottom: 'Bj Kh Tc 6d 4c 4h',
    actions: [
      pass('pass_jokers'),
      [{ type: 'bury', cards: 'Bj' }, 'bury Bj'],
      [{ type: 'bury', cards: 'Rj' }, 'bury Rj'],
    ],
  }),
  gunziLead: tableOf({
    hand: HAND_35,
    phase: { type: 'playing', leader: 0, plays: [] },
    state: {
      last: {
        leader: 4,
        taker: 0,
        plays: ['9d 9d 9d', 'Qd Jd 4d', '3d 3d Kd', '7s 7s 7s', '5d 4d 4d', 'Td Th Kc'],
      },
    },
    total: 240,
    hints: { may: HAND_35 },
  }),
  gunziFollow: tableOf({
    hand: HAND_20,
    phase: { type: 'playing', leader: 3, plays: ['Qh Qh Qh Qh', 'Jh Jh Jh 3h', '2s 2s 2s 2s'], best: 2 },
    actions: ['9h 9h 9h Ah', '9h 9h 9h Kh', '9h 9h 9h 5h'].map(play),
    hints: { may: 'Ah Kh 9h 9h 9h 5h', must: '9h 9h 9h', size: 4 },
    seats: [{}, {}, { auto: true }, {}, { connected: false }],
  }),
  gunziFull: tableOf({
    hand: HAND_20,
    phase: {
      type: 'playing',
      leader: 1,
      plays: ['Qd Jd Td 9d', 'Kd Kd Kd Kd', '3d 4d 5d 6d', '3d 4d 5d 6d', '8d Ah 3h 4h'],
      best: 1,
    },
    total: 2000,
    hints: { may: HAND_20, must: 'Jd 8d', size: 4 },
  }),
  gunziWait: tableOf({
    hand: HAND_20,
    phase: { type: 'playing', leader: 5, plays: ['As As'], best: 0 },
    acting: [0, 1],
    you: 1,
  }),
  gunziWatch: tableOf({
    you: null,
    hand: HAND_20,
    phase: { type: 'playing', leader: 5, plays: ['As As', 'Ks 8s', '4s 3s'], best: 0 },
    acting: [2],
  }),
  gunziResult: tableOf({
    hand: '',
    phase: { type: 'over', taker: 4 },
    bottom: 'Bj 5h 5h Kc Td 4c',
    state: { points: [60, 165, 145], bottom_open: true },
    reveal: {
      reason: 'taken_dug',
      winners: [1, 4],
      points: [-6, 12, -6, -6, 12, -6],
      account: [
        { code: 'points', value: 225, how: 'note', seat: 1 },
        { code: 'points', value: 145, how: 'note', seat: 2 },
        { code: 'bottom_dug', value: 30, how: 'note', seat: 1, args: ['Bj 5h 5h Kc Td 4c'] },
        { code: 'bank', value: 1, how: 'base', seat: 1 },
        { code: 'dug', value: 2, how: 'plus', seat: 1 },
        { code: 'half', value: 1, how: 'plus', seat: 1 },
        { code: 'jokers', value: 2, how: 'plus', seat: 1 },
        { code: 'level', value: 7, how: 'note', seat: 0 },
        { code: 'level', value: 8, how: 'note', seat: 1 },
        { code: 'level', value: 10, how: 'note', seat: 2 },
        { code: 'banker', value: 1, how: 'note', seat: 1 },
        { code: 'tribute_many_points', value: 3, how: 'note', seat: 0 },
        { code: 'tribute_jokers', value: 1, how: 'note', seat: 0 },
      ],
    },
  }),
};
