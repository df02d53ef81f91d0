import { describe, expect, test } from 'vitest';
import { layoutRing, type Panel } from './tableLayout';

const PHONE = { width: 390, height: 844 };
const SMALL = { width: 360, height: 640 };
const SIDEWAYS = { width: 844, height: 390 };
const NONE = [
  [0, 0],
  [0, 0],
];

const panelAt = (screen: { width: number; height: number }, height: number, marks = NONE): Panel =>
  layoutRing({ width: screen.width, height }, screen, marks).panel;

describe('player panels above one another', () => {
  test.each([
    ['upright', PHONE, 401, 360],
    ['low upright', SMALL, 240, 202],
    ['sideways', SIDEWAYS, 182, 100],
  ] as const)('get smaller names if the felt is lower (%s)', (_, screen, high, low) => {
    const [roomy, tight] = [
      panelAt(screen, high),
      panelAt(screen, low, [
        [2, 1],
        [0, 0],
      ]),
    ];
    expect(roomy.lines).toBe(2);
    expect(tight.lines).toBe(1);
    expect(tight.type).toBeLessThanOrEqual(roomy.type);
    expect(tight.face).toBeLessThanOrEqual(roomy.face);
  });

  test('a mark takes a line, and the side with more marks decides', () => {
    const unmarked = panelAt(PHONE, 376);
    expect(
      panelAt(PHONE, 376, [
        [1, 0],
        [0, 0],
      ]).face,
    ).toBeLessThan(unmarked.face);
    expect(
      panelAt(PHONE, 376, [
        [0, 0],
        [0, 1],
      ]),
    ).toEqual(
      panelAt(PHONE, 376, [
        [1, 0],
        [0, 0],
      ]),
    );
  });

  test('a first mark is beside the card count where text is beside the avatar', () => {
    expect(
      panelAt(SIDEWAYS, 118, [
        [1, 1],
        [1, 0],
      ]),
    ).toEqual(panelAt(SIDEWAYS, 118));
    expect(
      panelAt(SIDEWAYS, 118, [
        [2, 0],
        [0, 0],
      ]).lines,
    ).toBe(1);
  });
});
