import { expect, test } from 'vitest';
import { cardFinder } from './cardFinder';

test.each([
  [['3s', '4s', 'Ts', 'Rj'], 'play 34T@3s4sTs', '3s 4s Ts'],
  [['3s', '4s', 'Ts', 'Rj'], 'play Ts 3s 3s', '3s 3s Ts'],
  [['s1', 's10', 'b1'], 'eat s10s1b1', 'b1 s1 s10'],
  [['一', '二', '十'], 'eat 二一 十', '一 二 十'],
  [['3s'], 'pass', ''],
])('finds cards in any order, whatever their names', (names, text, found) => {
  expect(cardFinder(names)(text)).toBe(found);
});
