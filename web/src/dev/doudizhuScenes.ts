/** Dou Dizhu tables as the server would send them, for inspection and tests. They are not part of the built client. */

import type { Rules } from '../games/doudizhu/types';
import type { ScoreLine, Table } from '../wire/types';
import { count, tableOf } from './doudizhuTable';
import { words } from './fixtureTexts';

const HAND_20 = 'RjBj2s2hAsAhKcQsQhQdJsTsTh9c8s8h7d6s5h4c';
const HAND_17 = 'Rj2s2hAhKcKdQsJsJhTd9c8s7d6s5h4c3d';
const HAND_33 = 'RjRjBj2s2h2dAsAhAcKcKdKhQsQhQdQcJsJhTsThTd9c9d8s8h8c7d7s6s5h5d4c3d';
const yesNo = (what: string, text: string): [unknown, string][] => [
  [{ type: 'choose', what, yes: true }, text],
  [{ type: 'choose', what, yes: false }, `no-${text}`],
];
/** The table with an optional decision: without an answer in time it counts as no, and nobody waits for the answer. */
const withOptionalDecision = (table: Table): Table => ({
  ...table,
  hand: { ...table.hand!, window: { left: 3_000, total: 4_000, optional: true } },
});
const ACCOUNT: ScoreLine[] = [
  { code: 'base', value: 3, how: 'base' },
  { code: 'rob_once', value: 2, how: 'times', args: ['1'] },
  { code: 'bomb', value: 2, how: 'times', args: ['8888'] },
];

export const DOUDIZHU_SCENES: Record<string, Table> = {
  lead: tableOf({
    hands: [HAND_20, null, null],
    counts: [20, 17, 17],
    phase: { type: 'playing', turn: 0, standing: null, by: null, passes: 0, last: [null, null, null] },
    open: { landlord: 0, bottom: 'Bj9c4c', doubled: [false, true, false] },
    account: ACCOUNT.slice(0, 2),
    total: 900,
    acting: [{ seat: 0 }],
  }),
  follow: tableOf({
    hands: ['Rj2s2hAhKcQsQhJsJhTd9c8s7d', null, null],
    counts: [13, 12, 2],
    phase: { type: 'playing', turn: 0, standing: '789TJ', by: 1, passes: 0, last: [null, '7s8h9dTcJd', ''] },
    open: { landlord: 1, bottom: 'Kd5h3c', bombs: ['6666'], played: ['3s3h', '7s8h9dTcJd6s6h6c6d', '4s4h'] },
    account: ACCOUNT,
    total: 40,
    acting: [{ seat: 0, turn: 4000 }],
  }),
  waiting: tableOf({
    kind: 'trio_chain_singles',
    hands: ['2s2hAhKcQsQhJs', null, null],
    counts: [7, 12, 5],
    phase: {
      type: 'playing',
      turn: 1,
      standing: '333444555+789',
      by: 0,
      passes: 0,
      last: ['3s3h3d4s4h4d5s5h5d7s8h9d', null, ''],
    },
    open: { landlord: 1, bottom: 'Kd5h3c' },
    account: ACCOUNT,
    acting: [{ seat: 1 }],
    seats: [{}, {}, { auto: true }],
  }),
  bid: tableOf({
    title: ['叫分斗地主', 'Dou Dizhu · bid 1–3'],
    ruleset: 'doudizhu/qq',
    hands: [HAND_17, null, null],
    counts: [17, 17, 17],
    phase: { type: 'bidding', turn: 0, once: true, high: 1, bidder: 2, said: [null, 0, 1] },
    actions: [
      [{ type: 'bid', points: 0 }, 'bid 0'],
      [{ type: 'bid', points: 1 }, 'bid 1'],
      [{ type: 'bid', points: 2 }, 'bid 2'],
      [{ type: 'bid', points: 3 }, 'bid 3'],
    ],
    acting: [{ seat: 0 }],
  }),
  rob: tableOf({
    hands: [HAND_17, null, null],
    counts: [17, 17, 17],
    phase: { type: 'robbing', left: [0], caller: 2, last: 2, robs: 1, said: ['', 'no-rob', 'call'] },
    actions: yesNo('rob', 'rob'),
    acting: [{ seat: 0 }],
  }),
  openHand: tableOf({
    kind: 'pair',
    hands: [HAND_17, 'RjAs2c2dKsQdJdTcTs9h8d7s7h6h5c4s3s', null],
    counts: [17, 17, 17],
    phase: { type: 'playing', turn: 2, standing: '55', by: 1, passes: 0, last: [null, '5s5d', null] },
    open: { landlord: 1, bottom: '9s9h3c', opened: [0, 5, 0], doubled: [true, true, false] },
    account: [...ACCOUNT, { code: 'open', value: 5, how: 'times' }],
    acting: [{ seat: 2 }],
  }),
  double: tableOf({
    hands: [HAND_17, null, null],
    counts: [17, 20, 17],
    phase: { type: 'doubling', waiting: [0, 2] },
    open: { landlord: 1, bottom: 'Kd5h3c' },
    actions: yesNo('double', 'double'),
    account: ACCOUNT,
    acting: [{ seat: 0 }, { seat: 2 }],
  }),
  opening: withOptionalDecision(
    tableOf({
      hands: ['', null, null],
      counts: [0, 0, 0],
      phase: { type: 'opening', factor: 4, waiting: [0, 1, 2] },
      actions: yesNo('open', 'open'),
      acting: [{ seat: 0 }, { seat: 1 }, { seat: 2 }],
    }),
  ),
  discard: tableOf({
    title: ['弃牌斗地主', 'Discard'],
    ruleset: 'doudizhu/discard',
    rules: { discard: true },
    hands: [HAND_17, null, null],
    counts: [17, 20, 17],
    phase: { type: 'throwing', waiting: [0, 2] },
    open: { landlord: 1, bottom: 'Kd5h3c' },
    actions: [[{ type: 'throw', ranks: '' }, 'throw -']],
    account: ACCOUNT,
    acting: [{ seat: 0 }],
  }),
  wild: tableOf({
    title: ['癞子斗地主', 'Dou Dizhu · wild cards'],
    ruleset: 'doudizhu/wild',
    rules: { wild: true },
    kind: 'bomb',
    hands: ['Rj2s2hAhKcQsQhJsJhTd9c8s7d7h5c5d', null, null],
    counts: [16, 15, 9],
    phase: { type: 'playing', turn: 0, standing: '3333<3355', by: 2, passes: 0, last: [null, '', '3s3h5s5h'] },
    open: { landlord: 1, bottom: 'Kd5h3c', wild: 2 },
    account: ACCOUNT,
    total: 30,
    acting: [{ seat: 0 }],
  }),
  wildLead: tableOf({
    title: ['癞子斗地主', 'Dou Dizhu · wild cards'],
    ruleset: 'doudizhu/wild',
    rules: { wild: true },
    hands: ['QsQhJsJh5c', null, null],
    counts: [5, 15, 9],
    phase: { type: 'playing', turn: 0, standing: null, by: null, passes: 0, last: [null, '', ''] },
    open: { landlord: 1, bottom: 'Kd5h3c', wild: 2 },
    account: ACCOUNT,
    total: 30,
    acting: [{ seat: 0 }],
  }),
  four: tableOf({
    title: ['四人斗地主', 'Dou Dizhu · four players'],
    ruleset: 'doudizhu/four',
    rules: { players: 4, decks: 2, hand_size: 25, bottom_size: 8 },
    hands: [HAND_33, null, null, null],
    counts: [33, 25, 25, 25],
    phase: { type: 'playing', turn: 0, standing: null, by: null, passes: 0, last: [null, null, null, null] },
    open: { landlord: 0 },
    account: ACCOUNT.slice(0, 1),
    total: 5000,
    acting: [{ seat: 0 }],
  }),
  fourPlay: tableOf({
    title: ['四人斗地主', 'Dou Dizhu · four players'],
    ruleset: 'doudizhu/four',
    rules: { players: 4, decks: 2, hand_size: 25, bottom_size: 8 },
    kind: 'pair_chain',
    hands: [HAND_33.slice(0, 50), null, null, null],
    counts: [25, 20, 17, 22],
    phase: {
      type: 'playing',
      turn: 0,
      standing: '3344556677',
      by: 3,
      passes: 0,
      last: ['3s3h4c4d5s5h6c6d7s7h', '', '3s3h4c4d5s5h6c6d7s7h', '3s3h4c4d5s5h6c6d7s7h'],
    },
    open: { landlord: 3 },
    account: ACCOUNT,
    total: 5000,
    acting: [{ seat: 0 }],
  }),
  titles: tableOf({
    hands: ['Rj2s2hAhKcQsQhJsJhTd9c8s7d', null, null],
    counts: [13, 12, 2],
    phase: { type: 'playing', turn: 0, standing: '789TJ', by: 1, passes: 0, last: [null, '7s8h9dTcJd', ''] },
    open: { landlord: 1, bottom: 'Kd5h3c', doubled: [false, true, true] },
    account: ACCOUNT,
    total: 40,
    acting: [{ seat: 0 }],
    seats: [
      { title: words('title.grand_coordinator') },
      { kind: 'player', bot: null, player: 'p1', program: true },
      { title: words('title.county_magistrate'), auto: true },
    ],
  }),
  duel: tableOf({
    kind: 'pair',
    title: ['二人斗地主', 'Dou Dizhu · duel'],
    ruleset: 'doudizhu/duel',
    rules: { players: 2, stripped_ranks: '34' },
    hands: [HAND_20, null],
    counts: [20, 17],
    phase: { type: 'playing', turn: 1, standing: '99', by: 0, passes: 0, last: ['9s9d', null] },
    open: { landlord: 0, bottom: 'Kd5h6c' },
    account: ACCOUNT,
    acting: [{ seat: 1 }],
  }),
  result: tableOf({
    hands: ['', null, null],
    counts: [0, 9, 17],
    phase: {
      type: 'over',
      outcome: { reason: 'landlord_out', winners: [0], points: [72, -48, -24] },
      lay: { type: 'playing', turn: 0, standing: 'BR', by: 0, passes: 0, last: ['RjBj', null, ''] },
    },
    open: { landlord: 0, bottom: 'Kd5h3c' },
    reveal: {
      outcome: {
        reason: 'landlord_out',
        winners: [0],
        points: [72, -48, -24],
        account: [
          ...ACCOUNT,
          { code: 'spring', value: 2, how: 'times' },
          { code: 'double', value: 2, how: 'personal', seat: 1 },
        ],
      },
      shares: [
        [
          { lines: [4], others: 1, points: 48 },
          { lines: [], others: 1, points: 24 },
        ],
        [{ lines: [4], others: 1, points: 48 }],
        [{ lines: [], others: 1, points: 24 }],
      ],
      hands: ['', '2sAhKcQsJd9c9h7s4d', 'Rj2hAsKdQdQhJsTcTd8s7h7d6c5h5c4s3s'],
    },
  }),
  spectator: tableOf({
    you: null,
    hands: [null, null, null],
    counts: [8, 12, 3],
    phase: { type: 'playing', turn: 0, standing: '789TJ', by: 1, passes: 0, last: [null, '7s8h9dTcJd', ''] },
    open: { landlord: 1, bottom: 'Kd5h3c' },
    account: ACCOUNT,
    acting: [{ seat: 0 }],
  }),
};

/**
 * A table of a ruleset at which the viewer leads from the longest possible hand and all others hold as many cards as
 * possible.
 */
function longestHandTable(ruleset: string, title: [string, string], rules: Rules, hand: string, others: number): Table {
  const seats = rules.players ?? 3;
  const each = <T>(mine: T, theirs: T): T[] => Array.from({ length: seats }, (_, at) => (at === 0 ? mine : theirs));
  const options = { bottom_size: 3, ...rules };
  return tableOf({
    title,
    ruleset: `doudizhu/${ruleset}`,
    rules: options,
    hands: each<string | null>(hand, null),
    counts: each(count(hand), others),
    phase: { type: 'playing', turn: 0, standing: null, by: null, passes: 0, last: each(null, null) },
    open: {
      landlord: 0,
      bottom: hand.slice(0, options.bottom_size * 2),
      ...(rules.kick ? { kicked: each(false, true), kicked_back: true } : {}),
      ...(rules.double ? { doubled: each(true, true), opened: each(3, 0) } : {}),
      ...(rules.discard ? { thrown: each(0, 5) } : {}),
      ...(rules.wild ? { wild: 5 } : {}),
    },
    account: ACCOUNT,
    total: 5000,
    acting: [{ seat: 0 }],
  });
}

const HAND_18 = HAND_20.slice(0, 36);

/** For each ruleset the table with the longest hand, for the layout tests. */
export const LONGEST: Record<string, Table> = {
  'longest-qq': longestHandTable('qq', ['叫分斗地主', 'Dou Dizhu · bid 1–3'], {}, HAND_20, 17),
  'longest-happy': longestHandTable('happy', ['欢乐斗地主', 'Dou Dizhu · call and rob'], { double: true }, HAND_20, 17),
  'longest-wild': longestHandTable(
    'wild',
    ['癞子斗地主', 'Dou Dizhu · wild cards'],
    { double: true, wild: true },
    HAND_20,
    17,
  ),
  'longest-discard': longestHandTable(
    'discard',
    ['弃牌斗地主', 'Discard'],
    { double: true, discard: true },
    HAND_20,
    17,
  ),
  'longest-classic': longestHandTable('classic', ['经典斗地主', 'Classic'], {}, HAND_20, 17),
  'longest-kick': longestHandTable('kick', ['踢牌斗地主', 'Kick'], { kick: true }, HAND_20, 17),
  'longest-duel': longestHandTable(
    'duel',
    ['二人斗地主', 'Duel'],
    { players: 2, double: true, stripped_ranks: '34' },
    HAND_20,
    17,
  ),
  'longest-duel-rotate': longestHandTable(
    'duel-rotate',
    ['二人轮庄斗地主', 'Dou Dizhu · duel by turns'],
    { players: 2, bottom_size: 1, stripped_ranks: '34' },
    HAND_18,
    17,
  ),
  'longest-four': longestHandTable(
    'four',
    ['四人斗地主', 'Dou Dizhu · four players'],
    { players: 4, decks: 2, hand_size: 25, bottom_size: 8 },
    HAND_33,
    25,
  ),
  'longest-origin': longestHandTable(
    'origin',
    ['二打一斗地主', 'Dou Dizhu · landlord draws one from each'],
    { hand_size: 18, bottom_size: 0 },
    HAND_20,
    17,
  ),
};
