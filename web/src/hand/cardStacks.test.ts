import { expect, test } from 'vitest';
import { parseCards } from '../cards/card';
import { withIds, NOTHING } from './selection';
import { selectOnlyStack, oneCardStacks, stackIdentical, countSelected, selectOneMore } from './cardStacks';

const hand = withIds(parseCards('7s7h7h3c'));

test('one stack per card, or one per group of identical cards', () => {
  expect(oneCardStacks(hand).map(({ text }) => text)).toEqual(['7s', '7h', '7h', '3c']);
  expect(stackIdentical(hand).map(({ text, cards }) => text + cards.length)).toEqual(['7s1', '7h2', '3c1']);
});

test('a stack gives one more card, and none after the last', () => {
  const stack = stackIdentical(hand)[1]!;
  let selection = NOTHING;
  for (const count of [1, 2, 0]) {
    selection = selectOneMore(selection, stack);
    expect(countSelected(stack, selection)).toBe(count);
  }
});

test('where one card can be selected, another replaces it', () => {
  const [first, second] = oneCardStacks(hand);
  const one = selectOnlyStack(NOTHING, first!);
  expect([...selectOnlyStack(one, second!)]).toEqual([second!.id]);
  expect(selectOnlyStack(one, first!).size).toBe(0);
});
