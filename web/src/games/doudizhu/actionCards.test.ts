import { expect, test } from 'vitest';
import { cardsOf } from './actionCards';

const ranks = (action: string): string =>
  cardsOf(action)
    .map((card) => card.rank)
    .join('');

test('cards of a play: named, attached, represented by wild cards', () => {
  expect(cardsOf('play 33@3s3d').map((card) => card.text)).toEqual(['3s', '3d']);
  expect(ranks('play 333444+57')).toBe('33344457');
  expect(ranks('play 7777<5577')).toBe('5577');
  expect(ranks('throw 3T')).toBe('3T');
});

test('actions that play no cards have none', () => {
  expect(['pass', 'bid 2', 'throw -', 'no-rob'].flatMap(cardsOf)).toEqual([]);
});
