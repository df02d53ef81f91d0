import { expect, test } from 'vitest';
import { withIds } from '../../hand/selection';
import { stackIdentical } from '../../hand/cardStacks';
import { arrange, cardsOf, heldCards, levelText } from './cards';

test("the hand has the server's order; by count, large sets are on the left of each group", () => {
  const hand = heldCards(['Rj Bj 7s 2h', '', 'Ah Kh Kh 3h 3h 3h', '4c', '']);
  const sorted = (order: 'rank' | 'group'): string =>
    arrange(hand, order)
      .map(({ text, group }) => `${text}${group}`)
      .join(' ');
  expect(sorted('rank')).toBe('Rj0 Bj0 7s0 2h0 Ah2 Kh2 Kh2 3h2 3h2 3h2 4c3');
  expect(sorted('group')).toBe('Rj0 Bj0 7s0 2h0 3h2 3h2 3h2 Kh2 Kh2 Ah2 4c3');
});

test('identical cards are one stack', () => {
  const stacks = stackIdentical(withIds(heldCards(['Rj', '', '3h 3h 3h', '4c', ''])));
  expect(stacks.map(({ text, group, cards }) => [text, group, cards.length])).toEqual([
    ['Rj', 0, 1],
    ['3h', 2, 3],
    ['4c', 3, 1],
  ]);
});

test('cards of an action, and the display form of levels', () => {
  expect(cardsOf('play 8s 8s Td').map((card) => card.text)).toEqual(['8s', '8s', 'Td']);
  expect(cardsOf('show Bj Bj Bj s').map((card) => card.text)).toEqual(['Bj', 'Bj', 'Bj']);
  expect(cardsOf('pass')).toEqual([]);
  expect([3, 10, 11, 14].map(levelText)).toEqual(['3', '10', 'J', 'A']);
});
