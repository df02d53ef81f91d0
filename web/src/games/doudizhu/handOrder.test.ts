import { expect, test } from 'vitest';
import { cardsText, parseCards } from '../../cards/card';
import { arrange } from './handOrder';

const hand = parseCards('3c7sRj7h2dBj7d3h');

test('high cards are on the left', () => {
  expect(cardsText(arrange(hand, 'rank', []))).toBe('RjBj2d7s7h7d3h3c');
});

test('by count, large sets first', () => {
  expect(cardsText(arrange(hand, 'group', []))).toBe('7s7h7d3h3cRjBj2d');
});

test('wild cards come first', () => {
  expect(cardsText(arrange(hand, 'rank', ['3']))).toBe('3h3cRjBj2d7s7h7d');
  expect(cardsText(arrange(hand, 'rank', ['3', '7']))).toBe('7s7h7d3h3cRjBj2d');
});
