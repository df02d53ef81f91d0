import { expect, test } from 'vitest';
import { parseCards } from '../cards/card';
import {
  candidatePlays,
  selectedCards,
  pruneSelection,
  selectPlay,
  withIds,
  NOTHING,
  rankOfKey,
  toggle,
  reuseIfEqual,
  selectOneMoreOfRank,
} from './selection';

const hand = withIds(parseCards('RjBj2s7s7h7h3c'));

test('equal cards have different ids', () => {
  expect(hand.map((card) => card.id)).toEqual(['Rj0', 'Bj0', '2s0', '7s0', '7h0', '7h1', '3c0']);
});

test('toggling twice changes nothing', () => {
  expect(toggle(toggle(NOTHING, ['7h0']), ['7h0'])).toEqual(NOTHING);
});

test('a rank key selects one more card, and none after the last', () => {
  let selection = NOTHING;
  for (const size of [1, 2, 3, 0]) {
    selection = selectOneMoreOfRank(selection, hand, '7');
    expect(selection.size).toBe(size);
  }
  expect(selectOneMoreOfRank(NOTHING, hand, 'K').size).toBe(0);
});

test('cards that have left the hand are deselected', () => {
  const selection = new Set(['7s0', '2s0']);
  expect([...pruneSelection(selection, hand.slice(3))]).toEqual(['7s0']);
  expect(pruneSelection(selection, hand)).toBe(selection);
});

test('the selected cards are in the order of the hand', () => {
  expect(selectedCards(hand, new Set(['3c0', 'Rj0'])).map((card) => card.text)).toEqual(['Rj', '3c']);
});

test('a play selects its cards, with and without suits', () => {
  expect(selectPlay(hand, parseCards('7h7h'))).toEqual(new Set(['7h0', '7h1']));
  expect([...selectPlay(hand, parseCards('7h'))]).toEqual(['7h1']);
  expect([...selectPlay(hand, [{ text: '7', rank: '7' }])]).toEqual(['7s0']);
  expect(selectPlay(hand, parseCards('Ks')).size).toBe(0);
});

test('keys type ranks', () => {
  expect(['0', 't', 'j', 'r', '2', 'x', 'p', 'Enter'].map(rankOfKey)).toEqual([
    'T',
    'T',
    'J',
    'R',
    '2',
    null,
    null,
    null,
  ]);
});

test('an unchanged hand is the same array', () => {
  expect(reuseIfEqual(hand, withIds(hand))).toBe(hand);
  const [, ...fewer] = hand;
  expect(reuseIfEqual(hand, fewer)).toBe(fewer);
  const grouped = hand.map((card) => ({ ...card, group: 1 }));
  expect(reuseIfEqual(hand, grouped)).toBe(grouped);
});

test('within swept cards: all of them, and sets of equal ranks', () => {
  const swept = withIds(parseCards('9s8h8c7d7s7h6c'));
  const texts = candidatePlays(swept).map((some) =>
    selectedCards(swept, some)
      .map(({ text }) => text)
      .join(''),
  );
  expect(texts).toEqual(['9s8h8c7d7s7h6c', '7d7s7h', '8h8c7s7h', '9s8c7h6c']);
  expect(candidatePlays([])).toEqual([]);
});
