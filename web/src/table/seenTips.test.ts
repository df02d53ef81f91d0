import { expect, test } from 'vitest';
import { HANDS, isDue, NOTHING_SEEN, withTip } from './seenTips';

test('each tip is shown at one decision, and stays there', () => {
  const seen = withTip(NOTHING_SEEN, 'tip.lead', 'a', 3);
  expect(isDue(seen, 'tip.lead', 'a', 3)).toBe(true);
  expect(isDue(seen, 'tip.lead', 'a', 4)).toBe(false);
  expect(isDue(seen, 'tip.lead', 'b', 3)).toBe(false);
  expect(isDue(seen, 'tip.bomb', 'b', 3)).toBe(true);
});

test('after the first hands there are no tips', () => {
  let memory = NOTHING_SEEN;
  for (let hand = 0; hand < HANDS; hand += 1) memory = withTip(memory, `tip.${hand}`, String(hand), 1);
  expect(isDue(memory, 'tip.new', '0', 9)).toBe(true);
  expect(isDue(memory, 'tip.new', 'another', 1)).toBe(false);
});
