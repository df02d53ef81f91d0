/**
 * Finished hands with as many cards as possible and their reviews, as the server would send them. They are not part of
 * the built client.
 */

import { cards, words } from './fixtureTexts';
import type { HandReview, Replay, ReplayStep, ReviewedChoice, Zone } from '../wire/types';

interface Fixture {
  readonly ruleset: string;
  readonly title: Readonly<Record<string, string>>;
  readonly sides?: readonly number[];
  readonly roles?: readonly string[];
  readonly names: readonly string[];
  /** The zones before and after the only move, which seat 0 makes. */
  readonly before: readonly Zone[];
  readonly after: readonly Zone[];
  /** The cards that the move takes from the hand, and the cards of the better move. */
  readonly played: readonly string[];
  readonly best: readonly string[];
}

export interface ReplayFixture {
  readonly replay: Replay;
  readonly review: HandReview;
}

const LONGEST = words('play.trio_chain_pairs', { cards: cards('3 3 3 4 4 4 5 5 5'), attached: cards('6 6 7 7 8 8') });

function choice(taken: readonly string[], chance: number, isLong: boolean): ReviewedChoice {
  const label = isLong ? words('action.play', { play: LONGEST }) : words('action.pass');
  const line = [1, 2, 3].map((seat) => ({
    seat: seat % 3,
    action: null,
    text: taken.join(' '),
    cards: seat === 2 ? [] : [...taken],
    label,
  }));
  return { action: null, text: taken.join(' '), cards: [...taken], label, chance, doubt: 1, points: null, line };
}

function fixtureOf({
  ruleset,
  title,
  sides = [],
  roles = [],
  names,
  before,
  after,
  played,
  best,
}: Fixture): ReplayFixture {
  const [family = '', name = ''] = ruleset.split('/');
  const isLong = family === 'doudizhu';
  const step = (seat: number, zones: readonly Zone[]): ReplayStep => ({
    seat,
    by: seat < 0 ? 'dealer' : 'player',
    at: 0,
    action: null,
    text: played.join(' '),
    events: [],
    label: isLong ? words('action.play', { play: LONGEST }) : words('action.pass'),
    messages: [],
    state: null,
    account: [],
    lines: [],
    stake: 96,
    notes: [],
    hints: names.map(() => null),
    zones: [...zones],
    roles: [...roles],
  });
  const replay: Replay = {
    id: 'demo',
    record: {
      paiju: 2,
      ruleset: { family, name, title: { ...title }, rules: {}, digest: '' },
      players: names.map((called, seat) => ({ name: called, id: `p${seat}`, bot: null })),
      hands: [{ match: {}, deck: [], draws: [], moves: [], outcome: { reason: '', winners: [], points: [] } }],
    },
    plan: { pack: [] },
    sides: [...sides],
    deal: { deck: [] },
    start: null,
    zones: [...before],
    steps: [step(-1, before), step(0, after), step(1, after)],
    headline: { type: 'words', key: 'result.nobody' },
    reason: { type: 'words', key: 'reason.' },
  };
  const points = {
    luck: [
      { code: 'first_cards', points: 118 },
      { code: 'bottom', points: -54 },
      { code: 'others_cards', points: 42 },
    ],
  };
  const review: HandReview = {
    id: 'demo',
    state: 'complete',
    judged: 3,
    steps: 3,
    level: 'strong',
    decisions: [
      {
        step: 1,
        seat: 0,
        part: 'following',
        choices: [choice(best, 87, isLong), choice([], 55, false), choice(played, 12, isLong)],
        played: 2,
        loss: 75,
        mark: 'blunder',
        judge: 'net',
      },
    ],
    curve: [50, 87, 12, 100].map((own) => names.map((_, seat) => (seat === 0 ? own : (100 - own) / 2))),
    seats: names.map((_, seat) => ({
      seat,
      result: 96,
      accuracy: seat === 0 ? 100 : null,
      accuracy_by_part: { bidding: 100, leading: 88, following: 71, endgame: 100 },
      marks: { blunder: seat === 0 ? 1 : 0 },
      play: [
        { code: 'own_errors', points: -128 },
        { code: 'others_errors', points: 118 },
      ],
      ...points,
    })),
  };
  return { replay, review };
}

const hand = (seat: number, held: readonly string[]): Zone => ({ place: 'hand', seat, cards: [...held] });
const lies = (place: string, seat: number | null, held: readonly string[]): Zone => ({ place, seat, cards: [...held] });
const without = (held: readonly string[], taken: readonly string[]): string[] =>
  held.filter((card) => !taken.includes(card));
const split = (text: string): string[] => text.split(' ');

const NAMES = ['慢慢悠悠的白鹭先生', 'Bartholomew the Second', '阿芳', '小雨', '老周', '大刘'];
const LORD = split('Rj Bj 2s 2h As Ah Kc Qs Qh Qd Js Ts Th 9c 8s 8h 7d 6s 5h 4c');
const FARMER = split('Rj 2s 2h Ah Kc Kd Qs Js Jh Td 9c 8s 7d 6s 5h 4c 3d');
const CHAIN = split('3s 3h 4c 4d 5s 5h 6c 6d 7s 7h');
const LONG_33 = split(
  'Rj Rj Bj 2s 2h 2d As Ah Ac Kc Kd Kh Qs Qh Qd Qc Js Jh Ts Th Td 9c 9d 8s 8h 8c 7d 7s 6s 5h 5d 4c 3d',
);

const doudizhu = (players: number, held: readonly string[], other: readonly string[], name: string): ReplayFixture =>
  fixtureOf({
    ruleset: `doudizhu/${name}`,
    title: { zh: '四人斗地主 · 两副牌', en: 'Dou Dizhu · four players' },
    roles: ['landlord', 'farmer', 'farmer', 'farmer'].slice(0, players),
    names: NAMES.slice(0, players),
    before: [
      lies('bottom', null, split('Bj 9c 4c')),
      hand(0, held),
      ...NAMES.slice(1, players).flatMap((_, at) => [hand(at + 1, other), lies('played', at + 1, CHAIN)]),
    ],
    after: [
      lies('bottom', null, split('Bj 9c 4c')),
      hand(0, without(held, held.slice(0, 5))),
      ...NAMES.slice(1, players).map((_, at) => hand(at + 1, other)),
    ],
    played: held.slice(0, 5),
    best: held.slice(8, 12),
  });

const SUITS = ['s', 'h', 'c', 'd'];
const HAND_35 = [...'23456789TJQKA'].flatMap((rank) => SUITS.map((suit) => rank + suit)).slice(0, 35);
const gunzi = (isTrick: boolean): ReplayFixture =>
  fixtureOf({
    ruleset: 'gunzi/six',
    title: { zh: '六人四副滚子', en: 'Gunzi · six players' },
    sides: [0, 1, 2, 0, 1, 2],
    names: NAMES,
    before: NAMES.flatMap((_, seat) => [
      hand(seat, HAND_35),
      ...(isTrick && seat ? [lies('played', seat, split('8s 8s 8s 8s'))] : []),
    ]),
    after: NAMES.map((_, seat) => hand(seat, seat ? HAND_35 : HAND_35.slice(4))),
    played: HAND_35.slice(0, 4),
    best: HAND_35.slice(12, 16),
  });

const HAND_21 = [...'一二三贰柒拾四四肆捌捌捌六六玖玖五八九十伍'];
const MELDS = (seat: number): Zone[] =>
  ['二七十', '壹贰叁', '九九九', '七八九', '伍伍伍伍'].map((meld) => lies('eat', seat, [...meld]));
const zipai = (players: number, isLaid: boolean): ReplayFixture =>
  fixtureOf({
    ruleset: 'zipai/guilin-3',
    title: { zh: '大字牌 · 三人', en: 'Da Zi Pai · three players' },
    names: NAMES.slice(0, players),
    before: [
      { place: 'stock', hidden: 19 },
      ...NAMES.slice(0, players).flatMap((_, seat) => [
        hand(seat, isLaid ? HAND_21.slice(0, 6) : HAND_21),
        ...(isLaid ? MELDS(seat) : []),
      ]),
    ],
    after: [
      { place: 'stock', hidden: 19 },
      lies('card', null, ['一']),
      ...NAMES.slice(0, players).flatMap((_, seat) => [
        hand(seat, (isLaid ? HAND_21.slice(0, 6) : HAND_21).slice(seat ? 0 : 1)),
        ...(isLaid ? MELDS(seat) : []),
      ]),
    ],
    played: ['一'],
    best: ['柒'],
  });

export const REPLAYS: Readonly<Record<string, ReplayFixture>> = {
  reviewThree: doudizhu(3, LORD, FARMER, 'happy'),
  reviewDuel: doudizhu(2, LORD, FARMER, 'duel'),
  reviewFour: doudizhu(4, LONG_33, LONG_33.slice(8), 'four'),
  reviewZiPai: zipai(3, false),
  reviewZiPaiLaid: zipai(3, true),
  reviewZiPaiTwo: zipai(2, false),
  reviewGunzi: gunzi(false),
  reviewGunziTrick: gunzi(true),
};
