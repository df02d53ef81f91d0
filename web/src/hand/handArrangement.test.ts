import { expect, test } from 'vitest';
import { groupsOf, inOrder, moveCard, reconcile, spotAt, stepCard, type Groups } from './handArrangement';
import { layoutHand } from './layout';
import { withIds, type HandCard } from './selection';

const cardsOf = (groups: readonly string[]): HandCard[] =>
  withIds(groups.flatMap((text, group) => [...text].map((rank) => ({ text: rank, rank, suit: null, group }))));
const hand = (...groups: string[]): Groups => groupsOf(cardsOf(groups));
const textOf = (groups: Groups): string => groups.map((group) => group.map(({ text }) => text).join('')).join(' ');

test('cards are in the groups that they name; groups get new numbers', () => {
  expect(textOf(hand('abc', 'de'))).toBe('abc de');
  expect(
    inOrder(moveCard(hand('abc', 'de'), 'd0', { group: 9, at: 0 })).map(({ text, group }) => text + group),
  ).toEqual(['a0', 'b0', 'c0', 'e1', 'd2']);
});

test('a card moves within its group, to another, and into a new one', () => {
  const groups = hand('abc', 'de');
  expect(textOf(moveCard(groups, 'a0', { group: 0, at: 3 }))).toBe('bca de');
  expect(textOf(moveCard(groups, 'c0', { group: 1, at: 0 }))).toBe('ab cde');
  expect(textOf(moveCard(groups, 'c0', { group: 2, at: 0 }))).toBe('ab de c');
  expect(textOf(moveCard(hand('a', 'de'), 'a0', { group: 1, at: 2 }))).toBe('dea');
  expect(moveCard(groups, 'z0', { group: 0, at: 0 })).toBe(groups);
});

test('the keyboard moves a card across the edge of its group', () => {
  expect(textOf(stepCard(hand('ab', 'cd'), 'b0', 1))).toBe('a bcd');
  expect(textOf(stepCard(hand('ab', 'cd'), 'c0', -1))).toBe('abc d');
  expect(textOf(stepCard(hand('ab'), 'a0', -1))).toBe('ab');
  expect(textOf(stepCard(hand('ab'), 'b0', 1))).toBe('a b');
  expect(textOf(stepCard(hand('a', 'b'), 'b0', 1))).toBe('a b');
});

test("the player's groups survive cards coming and going", () => {
  expect(textOf(reconcile(hand('ca', 'ee'), cardsOf(['ace'])))).toBe('ca e');
  expect(textOf(reconcile(hand('ca'), cardsOf(['acj'])))).toBe('ca j');
});

test('a card is dropped before or after another, or into a group of its own', () => {
  const groups = hand('abc', 'de');
  const layout = layoutHand([0, 0, 0, 1, 1], 360, { width: 360, height: 640 });
  const [first] = layout.places;
  expect(spotAt(layout, groups, first!.x + 2, first!.y + 9)).toEqual({ group: 0, at: 0 });
  expect(spotAt(layout, groups, first!.x + layout.card - 2, first!.y + 9)).toEqual({ group: 0, at: 1 });
  expect(spotAt(layout, groups, 359, 0)).toEqual({ group: 2, at: 0 });
  expect(spotAt(layoutHand([], 360, { width: 360, height: 640 }), [], 5, 5)).toEqual({ group: 0, at: 0 });
});
