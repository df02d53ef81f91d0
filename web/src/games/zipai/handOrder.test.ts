import { expect, test } from 'vitest';
import { groupsOf } from '../../hand/handArrangement';
import { withIds, type HeldCard } from '../../hand/selection';
import { groupHand } from './handOrder';
import { parseCards } from './cards';

const textOf = (cards: readonly HeldCard[]): string =>
  groupsOf(withIds(cards))
    .map((group) => group.map(({ text }) => text).join(''))
    .join(' ');
const counts = (text: string): number[] => {
  const found = Array.from({ length: 20 }, () => 0);
  for (const kind of parseCards(text)) found[kind]! += 1;
  return found;
};

test('single cards form one group', () => {
  const serverGroups = [
    { way: 'hand', cards: parseCards('二七十') },
    { way: 'pair', cards: parseCards('三三') },
    { way: 'single', cards: parseCards('一') },
    { way: 'single', cards: parseCards('玖') },
  ];
  expect(textOf(groupHand(counts('二七十三三一玖'), serverGroups))).toBe('二七十 三三 一玖');
});

test('without server groups, equal numbers form a group', () => {
  expect(textOf(groupHand(counts('拾一三叁三十'), null))).toBe('一 三三叁 十拾');
});
