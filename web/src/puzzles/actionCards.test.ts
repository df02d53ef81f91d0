import { expect, test } from 'vitest';
import { cardsOfAction, isExactly, meldsOfAction, takenFrom } from './actionCards';

test.each([
  ['pass', []],
  ['666+99', ['6', '6', '6', '9', '9']],
  ['play 7777<5577', ['5', '5', '7', '7']],
  ['Ts Ts', ['Ts', 'Ts']],
  ['play Rj', ['Rj']],
  ['BR', ['B', 'R']],
  ['discard 玖', ['玖']],
])('the cards of %s', (text, cards) => {
  expect(cardsOfAction(text)).toEqual(cards);
});

test('the melds of a claim', () => {
  expect(meldsOfAction('eat 二七十 二二贰')).toEqual([
    ['二', '七', '十'],
    ['二', '二', '贰'],
  ]);
  expect(meldsOfAction('pong')).toEqual([]);
  expect(meldsOfAction('pass')).toEqual([]);
});

test('the chosen cards are taken, and others where none is chosen', () => {
  const hand = ['9h', '9c', '6s', '6h', '6c', '4d'];
  expect(takenFrom(hand, '666+4')).toEqual(['6s', '6h', '6c', '4d']);
  expect(takenFrom(hand, '9', ['9c'])).toEqual(['9c']);
  expect(takenFrom(hand, '99', ['9c'])).toEqual(['9c', '9h']);
  expect(takenFrom(['Ts', 'Ts', 'Th'], 'Ts Ts')).toEqual(['Ts', 'Ts']);
});

test('a selection is an action if it has exactly its cards', () => {
  expect(isExactly(['6s', '6h', '6c', '4d'], '666+4')).toBe(true);
  expect(isExactly(['6s', '6h', '6c'], '666+4')).toBe(false);
  expect(isExactly(['6s', '6h', '6c', '4d'], '666')).toBe(false);
  expect(isExactly(['Ts', 'Th'], 'Ts Ts')).toBe(false);
  expect(isExactly([], 'pass')).toBe(true);
  expect(isExactly(['Bj', 'Rj'], 'BR')).toBe(true);
});
