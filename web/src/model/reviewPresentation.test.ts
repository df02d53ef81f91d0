import { expect, test } from 'vitest';
import type { HandReview, Replay, ReviewedDecision } from '../wire/types';
import {
  bandsOf,
  cardsWithout,
  chairFor,
  curvePoints,
  indicesOf,
  marksOf,
  nextMarkStop,
  stopIndexAt,
  stopsOf,
  tableAfter,
  worstMarkStop,
} from './reviewPresentation';

const player = (id: string | null) => ({ name: id ?? 'bot', id, bot: id ? null : 'steady' });
const message = { type: 'words', key: 'event.played' };
const hands = (...all: string[][]) => all.map((cards, seat) => ({ place: 'hand', seat, cards }));

const replay = {
  record: { players: [player(null), player('me'), player('p3')] },
  zones: hands(['3s', '3h'], ['4s', '5s', '5h'], ['6s']),
  steps: [
    { seat: -1, messages: [], zones: hands(['3s', '3h'], ['4s', '5s', '5h'], ['6s']) },
    {
      seat: 0,
      messages: [message],
      zones: [...hands(['3h'], ['4s', '5s', '5h'], ['6s']), { place: 'played', seat: 0, cards: ['3s'] }],
    },
    {
      seat: 1,
      messages: [null],
      zones: [
        ...hands(['3h'], ['4s', '5h'], ['6s']),
        { place: 'played', seat: 0, cards: ['3s'] },
        { place: 'played', seat: 1, cards: ['5s'] },
      ],
    },
    { seat: 2, messages: [message], zones: hands(['3h'], ['4s', '5h'], ['6s']) },
  ],
} as unknown as Replay;

const decision = (step: number, seat: number, mark: ReviewedDecision['mark'], loss: number): ReviewedDecision => ({
  step,
  seat,
  mark,
  loss,
  part: 'following',
  played: 1,
  choices: [],
});
const decisions = [decision(1, 0, 'blunder', 40), decision(2, 1, 'slip', 6), decision(3, 2, '', 0)];

test("the view is the player's own seat, else the first", () => {
  expect([chairFor(replay, 'me'), chairFor(replay, 'nobody'), chairFor(replay, null)]).toEqual([1, 0, 0]);
});

test('the page stops where there is something to read or a mark', () => {
  expect(stopsOf(replay, [])).toEqual([0, 2, 4]);
  expect(stopsOf(replay, decisions)).toEqual([0, 2, 3, 4]);
  expect([0, 1, 2, 3, 9].map((moves) => stopIndexAt([0, 2, 3, 4], moves))).toEqual([0, 0, 1, 2, 3]);
});

test('the page opens on the worst of the own marks and jumps between them in a circle', () => {
  const stops = stopsOf(replay, decisions);
  const marks = marksOf(stops, decisions, 1);
  expect(marks.map(({ place, isOwn }) => [place, isOwn])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(worstMarkStop(marks, decisions)).toBe(2);
  expect(worstMarkStop(marksOf(stops, decisions, 2), decisions)).toBeNull();
  expect([0, 2, 3].map((place) => nextMarkStop(marks, place))).toEqual([2, null, 2]);
});

test('the cards of the own move stay in the hand, and lie in the middle after what they answer', () => {
  const table = tableAfter(replay, 3, 1);
  expect(table.hand).toEqual(['4s', '5s', '5h']);
  expect(table.counts).toEqual([1, 2, 1]);
  expect(table.played).toEqual([
    { seat: 0, cards: ['3s'] },
    { seat: 1, cards: ['5s'] },
  ]);
  expect(tableAfter(replay, 2, 1).hand).toEqual(['4s', '5s', '5h']);
  expect(tableAfter(replay, 0, 2).played).toEqual([]);
});

test('equal cards are counted', () => {
  expect(cardsWithout(['8s', '8s', '8s', '9h'], ['8s', '8s'])).toEqual(['8s', '9h']);
  expect([...indicesOf(['8s', '9h', '8s', '8s'], ['8s', '8s'])]).toEqual([0, 2]);
});

test('bands fill the height, the own side first', () => {
  const review = { curve: [[20, 30, 20, 30]] } as unknown as HandReview;
  expect(bandsOf(review, [0, 1, 0, 1], 1)).toEqual([[60, 40]]);
});

test('a curve grows from the left', () => {
  expect(curvePoints([50, 100], 5, 100, 40)).toBe('0.0,20.0 25.0,0.0');
});
