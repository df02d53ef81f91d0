/** The search against a plain one that looks at every play, on small endings of an invented game. */

import { expect, test } from 'vitest';
import type { PlayRow, PlayData } from '../wire/types';
import { NotLegal, OfflineJudge } from './offlineJudge';

/** Numbers that repeat. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const RANKS = '34567';
const countOf = (text: string, letter: string): number => text.split(letter).length - 1;
const holds = (hand: string, cards: string): boolean =>
  [...new Set(cards)].every((card) => countOf(hand, card) >= countOf(cards, card));
const without = (hand: string, cards: string): string =>
  [...cards].reduce((rest, card) => rest.replace(card, ''), hand);

const LABEL = { type: 'words' as const, key: 'x' };

/** Singles, pairs and trios of a rank, and four of a kind, which beats everything else. */
const CLASSES = [{ category: 'one' }, { category: 'two' }, { category: 'three' }, { category: 'bomb', bomb: true }];

function tableOf(hands: readonly string[], sides: readonly number[], more: Partial<PlayData> = {}): PlayData {
  const plays = [...RANKS].flatMap((rank, strength) =>
    [1, 2, 3, 4].flatMap((size): PlayRow[] => {
      const cards = rank.repeat(size);
      const seats = hands.reduce((mask, hand, seat) => (holds(hand, cards) ? mask | (1 << seat) : mask), 0);
      return seats ? [[cards, cards, size - 1, strength, seats, LABEL]] : [];
    }),
  );
  return {
    hands: [...hands],
    sides: [...sides],
    out_at: hands.map(() => 0),
    turn: 0,
    classes: CLASSES,
    plays,
    pass_label: LABEL,
    ...more,
  };
}

interface Place {
  readonly hands: readonly string[];
  readonly turn: number;
  readonly beat: PlayRow | null;
  readonly by: number;
}

const beats = (one: PlayRow, other: PlayRow | null): boolean =>
  other === null || (one[2] === other[2] ? one[3] > other[3] : one[2] === 3);

/** All positions after one, each with the text of its action. */
function following({ plays }: PlayData, { hands, turn, beat, by }: Place): [string, Place][] {
  const next = (turn + 1) % hands.length;
  const played = plays
    .filter((play) => holds(hands[turn]!, play[1]) && beats(play, beat))
    .map((play): [string, Place] => [
      play[0],
      {
        hands: hands.map((hand, at) => (at === turn ? without(hand, play[1]) : hand)),
        turn: next,
        beat: play,
        by: turn,
      },
    ]);
  return beat === null ? played : [['pass', { hands, turn: next, beat: next === by ? null : beat, by }], ...played];
}

/** Whether a side wins, by looking at everything. */
function plainlyWins(table: PlayData, place: Place, side: number, known = new Map<string, boolean>()): boolean {
  const out = place.hands.findIndex((hand, seat) => hand.length <= table.out_at[seat]!);
  if (out >= 0) return table.sides[out] === side;
  const key = JSON.stringify(place);
  const old = known.get(key);
  if (old !== undefined) return old;
  const results = following(table, place).map(([, after]) => plainlyWins(table, after, side, known));
  const result = table.sides[place.turn] === side ? results.includes(true) : !results.includes(false);
  known.set(key, result);
  return result;
}

const firstPlace = ({ hands, turn, to_beat: play, by, plays }: PlayData): Place => ({
  hands,
  turn,
  beat: play == null ? null : plays[play]!,
  by: by ?? turn,
});

const SIDES = [
  [0, 1],
  [0, 1, 1],
  [0, 1, 0],
  [1, 0, 0, 0],
];

test('the search finds the same winning actions as a plain search', () => {
  const random = randomFrom(1);
  let won = 0;
  let lost = 0;
  for (let round = 0; round < 200; round += 1) {
    const sides = SIDES[round % SIDES.length]!;
    const hand = (): string =>
      Array.from(
        { length: 1 + Math.floor(random() * (8 - 1.5 * sides.length)) },
        () => RANKS[Math.floor(random() * RANKS.length)],
      ).join('');
    const spare = round % 5 === 0 ? { out_at: sides.map((_, seat) => Number(seat > 0)) } : {};
    const hands = sides.map((_, seat) => hand() + (seat > 0 ? '3' : ''));
    const table = tableOf(hands, sides, spare);
    const judge = new OfflineJudge(table, 0);
    const place = firstPlace(table);
    const right = following(table, place).filter(([, after]) => plainlyWins(table, after, sides[0]!));
    const texts = right.map(([text]) => text);
    expect(
      judge
        .winningAfter([])
        .map(({ text }) => text)
        .sort(),
      JSON.stringify(table),
    ).toEqual(texts.sort());
    if (texts.length > 0) won += 1;
    else lost += 1;
  }
  expect(Math.min(won, lost)).toBeGreaterThan(20);
});

/** The first seat leads its only pair, which the second can only beat by its bomb. */
const TABLE = tableOf(['44567', '33336', '556'], [0, 1, 1]);

test('right actions lead to the end, wrong ones are refuted by a side that then wins', () => {
  const judge = new OfflineJudge(TABLE, 0);
  const legal = judge.actionsAfter([]).map(({ text }) => text);
  expect(legal.sort()).toEqual(['4', '44', '5', '6', '7']);
  const right = judge.winningAfter([]).map(({ text }) => text);
  for (const text of legal) {
    const verdict = judge.judge([], text);
    expect(verdict.isRight).toBe(right.includes(text));
    if (!verdict.isRight) expect(verdict.isOver).toBe(true);
  }
});

test('whoever follows the judge wins, whatever the defence', () => {
  const table = tableOf(['4467', '335', '56'], [0, 1, 1]);
  const judge = new OfflineJudge(table, 0);
  const played: string[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const [best] = judge.winningAfter(played);
    const verdict = judge.judge(played, best!.text);
    expect(verdict.isRight).toBe(true);
    played.push(best!.text, ...verdict.answers.map(({ text }) => text));
    if (verdict.isOver) return;
  }
  expect.unreachable('the hand goes on for ever');
});

test('the others follow the main line while one does', () => {
  const table = tableOf(['4467', '335', '56'], [0, 1, 1]);
  const [best] = new OfflineJudge(table, 0).winningAfter([]);
  const answers = new OfflineJudge(table, 0).actionsAfter([best!.text]);
  for (const { text } of answers) {
    const verdict = new OfflineJudge(table, 0, [best!.text, text]).judge([], best!.text);
    expect(verdict.answers[0]?.text).toBe(text);
  }
});

test('a play is unbeatable if no other side can beat it, and a pass never is', () => {
  const table = tableOf(['4467', '335', '557'], [0, 1, 0]);
  const judge = new OfflineJudge(table, 0);
  const isUnbeatable = (text: string): boolean => judge.judge([], text).isUnbeatable;
  expect(isUnbeatable('7')).toBe(true);
  // The partner's 7 beats it, the other side's 5 does not.
  expect(isUnbeatable('6')).toBe(true);
  expect(isUnbeatable('4')).toBe(false);
  const led = table.plays.findIndex(([text]) => text === '7');
  expect(new OfflineJudge({ ...table, to_beat: led, by: 2 }, 0).judge([], 'pass').isUnbeatable).toBe(false);
});

test('an action that is not legal is refused', () => {
  const judge = new OfflineJudge(TABLE, 0);
  expect(() => judge.judge([], 'pass')).toThrow(NotLegal);
  expect(() => judge.judge([], '77')).toThrow(NotLegal);
  expect(() => judge.judge(['44', '3333'], '6')).toThrow(NotLegal);
});

test('what lies at the start must be beaten, by whom it may', () => {
  const table = tableOf(['4455', '77', '66'], [0, 1, 1]);
  const play = table.plays.findIndex(([text]) => text === '44');
  const judge = new OfflineJudge({ ...table, to_beat: play, by: 2 }, 0);
  expect(judge.actionsAfter([]).map(({ text }) => text)).toEqual(['pass', '55']);
});
