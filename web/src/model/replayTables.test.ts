import { expect, test } from 'vitest';
import type { Replay } from '../wire/types';
import { chairFor, placeOf, stopsOf, tableAt } from './replayTables';

const player = (id: string | null) => ({ name: id ?? 'bot', id, bot: id ? null : 'steady' });

const replay = {
  record: {
    players: [player(null), player('me'), player('p3')],
    ruleset: { family: 'doudizhu', name: 'qq', title: { zh: '', en: '' }, rules: { decks: 1 }, digest: 'd' },
    hands: [
      {
        match: { points: [3, -1, -2] },
        fair: { table: 't', hand: 4, commitment: 'c' },
        outcome: { reason: 'r', winners: [1], points: [-6, 12, -6] },
      },
    ],
  },
  start: 'before',
  shares: [['all']],
  steps: [
    { state: 'one', account: [], hints: ['a', 'b', null] },
    { state: 'two', account: [{ code: 'base', value: 3, how: 'base' }], hints: [null, null, null] },
  ],
} as unknown as Replay;

test("the view is the player's own seat, else the first", () => {
  expect(chairFor(replay, 'me')).toBe(1);
  expect(chairFor(replay, 'nobody')).toBe(0);
  expect(chairFor(replay, null)).toBe(0);
});

test('the table after a number of steps', () => {
  expect(tableAt(replay, 0, 1).hand).toMatchObject({ view: 'before', hints: null });
  expect(tableAt(replay, 1, 1).hand).toMatchObject({ view: 'one', hints: 'b' });
  const last = tableAt(replay, 2, 1);
  expect(last.hand).toMatchObject({ view: 'two', number: 4, account: [{ code: 'base' }] });
  expect(last.table.ruleset).toBe('doudizhu/qq');
  expect(last.seats.map((seat) => [seat.kind, seat.points])).toEqual([
    ['bot', 3],
    ['player', -1],
    ['player', -2],
  ]);
});

test('the result comes after the last step, with the sums of the points', () => {
  expect(tableAt(replay, 2, 1).hand).toMatchObject({ reveal: null, shares: [] });
  const { hand, seats } = tableAt(replay, 3, 1);
  expect(hand).toMatchObject({ view: 'two', shares: [['all']], reveal: { outcome: { winners: [1] }, state: 'two' } });
  expect(seats.map(({ points }) => points)).toEqual([-3, 11, -8]);
});

test('a replay stops at steps with a message, at mistakes, at the end and at the result', () => {
  const told = [[], [null], ['a'], [], ['b', null], []];
  const told6 = { steps: told.map((one) => ({ messages: one })) } as unknown as Replay;
  expect(stopsOf(told6)).toEqual([0, 3, 5, 6, 7]);
  const judged = [
    { step: 1, seat: 0, chance: 40, best_chance: 60, grade: 'mistake' as const },
    { step: 3, seat: 1, chance: 40, best_chance: 40 },
  ];
  expect(stopsOf(told6, judged)).toEqual([0, 2, 3, 5, 6, 7]);
  expect([0, 2, 3, 4, 9].map((step) => placeOf([0, 3, 5, 6], step))).toEqual([0, 0, 1, 1, 3]);
});
