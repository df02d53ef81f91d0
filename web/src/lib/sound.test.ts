import { expect, test, vi } from 'vitest';
import type { Sound } from './sound';
import { lengthOf } from './soundSynthesis';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('navigator', { language: 'en' });
vi.stubGlobal('addEventListener', () => undefined);
const { SOUNDS } = await import('./sound');

/**
 * The longest allowed sound in seconds. A moment (a short animation) takes 600 ms, and its sound may fade a little
 * longer.
 */
const LONGEST = 1.25;

test.each(Object.keys(SOUNDS) as Sound[])('%s begins at once and is short', (sound) => {
  const strokes = SOUNDS[sound];
  expect(Math.min(...strokes.map(({ at = 0 }) => at))).toBe(0);
  expect(lengthOf(strokes)).toBeLessThan(LONGEST);
  for (const { level, ring } of strokes) expect([level > 0, level <= 0.5, ring > 0]).toEqual([true, true, true]);
});

test('what happens often is shorter and softer than what happens seldom', () => {
  const loud = (sound: Sound): number => Math.max(...SOUNDS[sound].map(({ level }) => level));
  const OFTEN = ['lift', 'play', 'pass', 'turn', 'late'] as const;
  for (const often of OFTEN) expect(loud(often)).toBeLessThan(loud('bomb'));
  for (const often of OFTEN)
    for (const seldom of ['bomb', 'rocket'] as const) {
      expect(lengthOf(SOUNDS[often])).toBeLessThan(lengthOf(SOUNDS[seldom]));
    }
});
