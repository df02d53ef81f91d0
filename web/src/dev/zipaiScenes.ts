/** Zi Pai tables as the server would send them, for inspection and tests. They are not part of the built client. */

import { glyphOf, NUMERALS, parseCards, type Kind } from '../games/zipai/cards';
import type { Action, Hints, Meld, State } from '../games/zipai/types';
import type { ScoreLine, Table, TranslatableText } from '../wire/types';
import { cards, words } from './fixtureTexts';
import { staticTable } from './staticTable';

const WAYS: Record<string, Meld['way']> = { 吃: 'eat', 碰: 'pong', 罩: 'hide', 死: 'dead', 龙: 'dragon', 招: 'open' };

/** Parses melds like `吃二七十 罩? 龙拾`. Melds of identical cards are given by one card, or by `?` if it is unknown. */
function melds(text: string): Meld[] {
  return text.split(' ').flatMap((word): Meld[] => {
    const way = WAYS[word[0] ?? ''];
    if (!way) return [];
    const cards = parseCards(word.slice(1));
    if (cards.length === 0) return [{ way, cards: null }];
    const copies = way === 'dragon' || way === 'open' ? 4 : 3;
    return [{ way, cards: cards.length > 1 ? cards : Array.from({ length: copies }, () => cards[0]!) }];
  });
}

function counts(cards: readonly Kind[]): number[] {
  const found = Array.from({ length: 20 }, () => 0);
  for (const kind of cards) found[kind]! += 1;
  return found;
}

export interface Options {
  phase: State['phase'];
  /** The groups of the viewer's hand. The last group has the single cards. */
  hand?: string;
  seats?: 2 | 3;
  you?: number | null;
  sizes?: number[];
  laid?: string[];
  hidden?: string;
  discards?: string[];
  stock?: number;
  minimum?: number | null;
  drawn?: string;
  actions?: [Action, string][];
  points?: number;
  ready?: Hints['ready'];
  waits?: Hints['waits'];
  acting?: number[];
  /** Hands and face-down cards of the other seats, if all hands are open. */
  others?: { hand: string; hidden: string }[];
  reveal?: {
    hands: string[];
    laid: string[];
    points: number[];
    winners: number[];
    reason: string;
    account: ScoreLine[];
  };
}

const sizeOf = (text: string | undefined, unknown = 0): number =>
  text === undefined ? unknown : parseCards(text).length;

function stateOf(options: Options): State {
  const seats = options.seats ?? 3;
  const each = <T>(make: (at: number) => T): T[] => Array.from({ length: seats }, (_, at) => make(at));
  const you = options.you === undefined ? 0 : options.you;
  const hand = counts(parseCards(options.hand ?? ''));
  const other = (at: number): { hand: string; hidden: string } | undefined => options.others?.[at - 1];
  const parseKnown = (text: string | undefined): Kind[] | null => (text === undefined ? null : parseCards(text));
  const countsOf = (text: string | undefined): number[] | null =>
    text === undefined ? null : counts(parseCards(text));
  return {
    match: { hand: 2, points: each(() => 0), banker: 1 },
    phase: options.phase,
    public: {
      sizes: options.sizes ?? each((at) => (at === 0 ? sizeOf(options.hand ?? '') : sizeOf(other(at)?.hand, 14))),
      melds: each((at) => melds(options.laid?.[at] ?? '')),
      discards: each((at) => parseCards(options.discards?.[at] ?? '')),
      stock: options.stock ?? 19,
      minimum: options.minimum === undefined ? 15 : options.minimum,
    },
    secret: {
      stock: null,
      hands: each((at) => (at === you ? hand : countsOf(other(at)?.hand))),
      hidden: each((at) => (at === you ? parseCards(options.hidden ?? '') : parseKnown(other(at)?.hidden))),
      declined: each(() => null),
      sealed: each(() => null),
      drawn: options.drawn ? (parseCards(options.drawn)[0] ?? null) : null,
    },
  };
}

function hintsOf(options: Options): Hints | null {
  if (!options.hand || options.you === null) return null;
  const words = options.hand.split(' ');
  const single = parseCards(words.at(-1) ?? '').map((kind) => ({ way: 'single', cards: [kind], points: 0 }));
  const groups = words.slice(0, -1).map((word) => ({ way: 'hand', cards: parseCards(word), points: 0 }));
  const points = options.points ?? 6;
  return {
    groups: [...groups, ...single],
    points,
    missing: Math.max(0, (options.minimum ?? 15) - points),
    ready: options.ready ?? [],
    waits: options.waits ?? [],
    laid: melds(options.laid?.[options.you ?? 0] ?? '').map((_, at) => (at % 3) * 3),
    claims: (options.actions ?? [])
      .filter(([{ type }]) => type === 'eat' || type === 'pong')
      .map(([action], at) => ({
        action,
        brings: 3 - at * 2,
        ...(at === 2 ? { breaks: [{ way: 'three', cards: parseCards('贰贰贰'), points: 3 }] } : {}),
      })),
  };
}

function finalOf(state: State, reveal: NonNullable<Options['reveal']>): State {
  const hands = reveal.hands.map((cards) => counts(parseCards(cards)));
  const laid = reveal.laid.map(melds);
  return {
    ...state,
    public: { ...state.public, melds: laid },
    secret: { ...state.secret, hands, hidden: laid.map(() => []) },
  };
}

function questionOf({ phase, actions = [] }: Options): TranslatableText {
  if (phase.type === 'claiming') {
    const way = phase.drawn ? (phase.by === 0 ? '_own' : '_drawn') : '';
    const card = cards(glyphOf(phase.card));
    const question = words(`ask.claiming${way}`, { who: { type: 'seat', seat: phase.by }, card });
    return actions.some(([{ type }]) => type === 'pong') ? words('ask.once', { question, card }) : question;
  }
  const wins = actions.some(([{ type }]) => type === 'win') ? '_wins' : '';
  if (phase.type === 'looking') return words(`ask.looking${wins}`, { card: cards('三') });
  return words(`ask.${phase.type}${phase.type === 'opening' ? wins : ''}`);
}

export function tableOf(options: Options): Table {
  const { seats = 3, you = 0, acting = [], actions, reveal } = options;
  const state = stateOf(options);
  /** Whether several players decide at the same time, so that they share one clock. */
  const together = !reveal && ['opening', 'looking', 'claiming'].includes(state.phase.type);
  return staticTable({
    ruleset: `zipai/guilin-${seats}`,
    title:
      seats === 3 ? ['桂林字牌(三人)', 'Da Zi Pai · three players'] : ['桂林字牌(二人)', 'Da Zi Pai · two players'],
    you,
    points: [36, -12, -24].slice(0, seats),
    view: state,
    hints: reveal ? null : hintsOf(options),
    ...(together ? { window: { left: 3_000, total: 4_000, optional: false } } : {}),
    acting: acting.map((seat) => (together ? { seat, turn: null, reserve: null } : { seat })),
    question: questionOf(options),
    notes: state.public.minimum == null ? [] : [words('term.minimum', { points: state.public.minimum })],
    asked: actions ? { actions } : null,
    end: reveal
      ? {
          outcome: {
            reason: reveal.reason,
            winners: reveal.winners,
            points: reveal.points,
            account: reveal.account,
          },
          state: finalOf(state, reveal),
        }
      : null,
  });
}

const kind = (glyph: string): Kind => parseCards(glyph)[0] ?? 0;
const eat = (...groups: string[]): [Action, string] => [
  { type: 'eat', melds: groups.map(parseCards) },
  `eat ${groups.join(' ')}`,
];
const discards = (hand: string): [Action, string][] =>
  [...new Set(parseCards(hand))].map((card) => [{ type: 'discard', card }, `discard ${NUMERALS[card]}`]);
const PASS: [Action, string] = [{ type: 'pass' }, 'pass'];
const WIN: [Action, string] = [{ type: 'win' }, 'win'];
const PONG: [Action, string] = [{ type: 'pong' }, 'pong'];

const LONG = '一二三 贰柒拾 四四肆 捌捌捌 六六 玖玖 五 八 九十伍';
const SINGLE = '一三五八十壹叁伍捌拾二四七九贰肆柒玖六陆玖';
const FULL = ['吃二七十 碰三 罩? 龙? 吃壹贰叁', '吃一二三 碰玖 死六 招捌 吃七八九', '碰肆 罩? 吃伍陆柒 吃四五六 碰十'];
/** More cards than a pack has. A layout with room for these has room for every hand. */
const MANY = [
  '一五拾捌陆一九三九肆壹二八十七一五贰玖十七',
  '三九肆壹二八十七贰玖十七五叁陆四玖一五拾捌',
  '贰玖十七五叁陆四玖一五拾捌陆一九三九肆壹二',
];
const LYING = ['一五拾捌陆', '三九肆壹二八', '贰玖十七五'];

const WON: ScoreLine[] = [
  { code: 'meld.two_seven_ten', value: 3, how: 'plus', seat: 0, args: ['二七十'] },
  { code: 'meld.one_two_three', value: 6, how: 'plus', seat: 0, args: ['壹贰叁'] },
  { code: 'meld.pong', value: 3, how: 'plus', seat: 0, args: ['柒'] },
  { code: 'meld.dragon', value: 12, how: 'plus', seat: 0, args: ['拾'] },
  { code: 'meld.three', value: 3, how: 'plus', seat: 0, args: ['五'] },
  { code: 'from_hand', value: 2, how: 'times', seat: 2 },
];

export const ZIPAI_SCENES: Record<string, Table> = {
  zipaiMinimum: tableOf({
    phase: { type: 'minimum' },
    minimum: null,
    sizes: [0, 0, 0],
    stock: 80,
    actions: [15, 20, 25, 30].map((points) => [{ type: 'set_minimum', points }, `min ${points}`]),
    acting: [0],
  }),
  zipaiDiscard: tableOf({
    phase: { type: 'discarding', seat: 0 },
    hand: LONG,
    actions: discards(LONG),
    points: 12,
    acting: [0],
  }),
  zipaiLoose: tableOf({
    phase: { type: 'discarding', seat: 0 },
    hand: `一 ${SINGLE.slice(1)}`,
    actions: discards(SINGLE),
    points: 0,
    acting: [0],
  }),
  zipaiReady: tableOf({
    phase: { type: 'discarding', seat: 0 },
    hand: '一二三 五五伍 六 八九',
    laid: FULL,
    hidden: '八拾',
    discards: LYING,
    stock: 7,
    points: 27,
    actions: discards('一二三五伍六八九'),
    ready: [{ discard: kind('六'), waits: [{ card: kind('七'), own: 27, drawn: 27, hand: 27 }] }],
    acting: [0],
  }),
  zipaiClaim: tableOf({
    phase: { type: 'claiming', card: kind('二'), by: 2, drawn: false, waiting: [0, 1], answered: [] },
    hand: '二二 七十 一三 三四 贰贰 陆陆 柒 玖',
    laid: FULL,
    hidden: '八拾',
    discards: LYING,
    stock: 11,
    points: 9,
    actions: [
      WIN,
      PONG,
      eat('一二三', '二三四', '二贰贰'),
      eat('一二三', '二七十', '二贰贰'),
      eat('二三四', '二七十', '二贰贰'),
      eat('二贰贰', '二三四', '一二三'),
      eat('二二贰', '二七十'),
      PASS,
    ],
    acting: [0, 1],
  }),
  zipaiMany: tableOf({
    phase: { type: 'claiming', card: kind('二'), by: 1, drawn: true, waiting: [0], answered: [] },
    hand: '二二 七十 一三 三四 贰贰 一三 柒',
    laid: [FULL[0]!, FULL[2]!, FULL[1]!],
    hidden: '八拾',
    discards: LYING,
    stock: 11,
    points: 14,
    waits: ['一', '四', '七', '贰', '柒'].map((card) => ({ card: kind(card), own: 18, drawn: 16, hand: 16 })),
    actions: [
      PONG,
      eat('一二三', '一二三', '二贰贰'),
      eat('一二三', '一二三', '二七十'),
      eat('一二三', '二三四', '二贰贰'),
      eat('一二三', '二七十', '二贰贰'),
      eat('二三四', '二七十', '二贰贰'),
      eat('二贰贰', '二三四', '一二三'),
      eat('二二贰', '二七十'),
      eat('二二贰', '一二三'),
      PASS,
    ],
    acting: [0],
  }),
  zipaiPass: tableOf({
    phase: { type: 'claiming', card: kind('拾'), by: 1, drawn: true, waiting: [0, 1, 2], answered: [] },
    hand: '一二三 四四肆 捌捌捌 六六 九伍',
    laid: ['吃二七十', '碰三', ''],
    discards: ['一', '九', ''],
    points: 9,
    actions: [PASS],
    waits: [...'伍九三六肆柒捌'].map((card, at) => ({ card: kind(card), own: 9 + at, drawn: 9 + at, hand: null })),
    acting: [0, 1, 2],
  }),
  zipaiLook: tableOf({
    phase: { type: 'looking', seat: 0 },
    drawn: '柒',
    hand: '贰拾 四四肆 捌捌捌 六六 陆',
    laid: ['吃一二三 罩?', '碰三', '龙?'],
    hidden: '五',
    discards: ['一', '九', '十壹'],
    points: 18,
    actions: [WIN, PASS],
    waits: [{ card: kind('柒'), own: 24, drawn: 24, hand: 24 }],
    acting: [0],
  }),
  zipaiWait: tableOf({
    phase: { type: 'looking', seat: 1 },
    hand: '一二三 四四肆 捌捌捌 六六 九伍',
    laid: ['吃二七十', '碰三', ''],
    discards: ['一', '九', ''],
    points: 9,
    acting: [1],
  }),
  zipaiFull: tableOf({
    phase: { type: 'claiming', card: kind('捌'), by: 0, drawn: true, waiting: [1, 2], answered: [0] },
    hand: '四五',
    sizes: [2, 2, 2],
    laid: [
      '吃二七十 碰三 罩? 龙? 吃壹贰叁 招五 吃七八九',
      '吃一二三 碰玖 死六 招捌 吃七八九 碰拾 吃壹贰叁',
      '碰肆 罩? 吃伍陆柒 吃四五六 碰十 龙? 碰八',
    ],
    hidden: '八拾',
    discards: MANY,
    stock: 0,
    points: 31,
    waits: [
      { card: kind('三'), own: 31, drawn: 31, hand: 31 },
      { card: kind('六'), own: 31, drawn: 31, hand: 31 },
    ],
    acting: [1, 2],
  }),
  zipaiTwo: tableOf({
    seats: 2,
    phase: { type: 'discarding', seat: 0 },
    hand: LONG,
    laid: ['', '吃一二三 碰玖 死六 招捌 吃七八九 碰拾'],
    sizes: [21, 5],
    discards: MANY.slice(0, 2),
    stock: 2,
    points: 12,
    actions: discards(LONG),
    acting: [0],
  }),
  zipaiResult: tableOf({
    phase: {
      type: 'over',
      reason: 'discard',
      card: kind('五'),
      payer: 2,
      winners: [
        {
          seat: 0,
          points: 27,
          melds: [
            ...melds('吃二七十 吃壹贰叁 碰柒 龙拾'),
            { way: 'three', cards: parseCards('五五五') },
            { way: 'hand', cards: parseCards('四五六') },
            { way: 'pair', cards: parseCards('捌捌') },
          ],
          hand: counts(parseCards('五五五四六捌捌')),
          laid: melds('吃二七十 吃壹贰叁 碰柒 龙拾'),
        },
      ],
    },
    reveal: {
      hands: ['五五五四六捌捌', '一二三四四肆玖玖九十', '三六八九伍陆肆玖叁叁捌一一'],
      laid: ['吃二七十 吃壹贰叁 碰柒 龙拾', '碰三 罩八 吃七八九', '吃四五六 碰十'],
      points: [54, 0, -54],
      winners: [0],
      reason: 'discard',
      account: WON,
    },
  }),
  zipaiEmpty: tableOf({
    phase: { type: 'over', reason: 'empty' },
    stock: 0,
    reveal: {
      hands: ['五五五四六捌捌', '一二三四四肆玖玖九十', '三六八九伍陆肆玖叁叁捌一一'],
      laid: ['吃二七十 吃壹贰叁 碰柒 龙拾', '碰三 罩八 吃七八九', '吃四五六 碰十'],
      points: [0, 0, 0],
      winners: [],
      reason: 'empty',
      account: [],
    },
  }),
  zipaiSpectator: tableOf({
    you: null,
    phase: { type: 'claiming', card: kind('贰'), by: 2, drawn: true, waiting: [0, 1], answered: [] },
    sizes: [8, 5, 11],
    laid: ['吃二七十 罩? 龙?', '吃一二三 碰玖 死六', '碰肆 罩?'],
    discards: LYING,
    stock: 9,
    acting: [0, 1],
  }),
};
