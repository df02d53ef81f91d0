import { expect, test } from 'vitest';
import { ending } from './ending';

const playing = { type: 'playing', turn: 1, standing: '55', by: 0, passes: 0, last: ['5s5h', null, ''] };
const before = { phase: playing, secret: { hands: ['3s', '7s7h', '4s'] } };
const after = { phase: { type: 'over', outcome: {} }, secret: { hands: ['3s', '', '4s'] } };

test('the play that ended the hand stays on the table', () => {
  expect(ending(before, after, 1, 'play 77@7s7h')).toMatchObject({
    phase: { type: 'playing', standing: '77', by: 1, last: ['5s5h', '7s7h', ''] },
    secret: after.secret,
  });
});

test('a hand that ends otherwise is shown as it is', () => {
  expect(ending(before, after, 1, 'leave')).toBe(after);
  expect(ending({ ...before, phase: { type: 'robbing' } }, after, 1, 'play 77')).toBe(after);
  expect(ending(before, before, 1, 'play 77')).toBe(before);
});
