import { expect, test } from 'vitest';
import { parseCards } from '../../cards/card';
import { named } from '../../hand/select';
import { stacked } from '../../hand/slots';
import { arrange, cardsOf, levelText, placed, readable } from './cards';

const sorted = (text: string, call: string | null, order: 'rank' | 'group' = 'rank'): string =>
  arrange(placed(parseCards(text), 7, call), order)
    .map((card) => card.text)
    .join(' ');

test('trumps stand left, in their order, then the suits', () => {
  const hand = '3h As 2h 7d 7s Ks 2s Bj Ah Rj 4c Kd';
  expect(sorted(hand, 's')).toBe('Rj Bj 7s 7d 2s 2h As Ks Ah 3h 4c Kd');
  expect(sorted(hand, 'none')).toBe('Rj Bj 7s 7d 2s 2h As Ks Ah 3h 4c Kd');
  expect(sorted(hand, 'd')).toBe('Rj Bj 7d 7s 2s 2h Kd As Ks Ah 3h 4c');
});

test('by count, the large sets stand left in each suit', () => {
  expect(sorted('Ah 3h 3h 3h Kh Kh 4c', 's', 'group')).toBe('3h 3h 3h Kh Kh Ah 4c');
});

test('identical cards are one stack', () => {
  const stacks = stacked(named(arrange(placed(parseCards('3h 3h Rj 3h 4c'), 7, 's'), 'rank')));
  expect(stacks.map(({ text, group, cards }) => [text, group, cards.length])).toEqual([
    ['Rj', 0, 1],
    ['3h', 2, 3],
    ['4c', 3, 1],
  ]);
});

test('cards of an action, and cards as one reads them', () => {
  expect(cardsOf('play 8s 8s Td').map((card) => card.text)).toEqual(['8s', '8s', 'Td']);
  expect(cardsOf('show Bj Bj Bj s').map((card) => card.text)).toEqual(['Bj', 'Bj', 'Bj']);
  expect(cardsOf('pass')).toEqual([]);
  expect(readable('8s 8s Td Rj')).toBe('♠8×2 ♦10 大王');
  expect([3, 10, 11, 14].map(levelText)).toEqual(['3', '10', 'J', 'A']);
});
