/** Replays of every family at their fullest: their geometry with what leads through them, and axe. */

import { expect, test } from 'vitest';
import { REPLAYS } from '../src/dev/replays';
import { inBrowser } from './browser';
import { faultsOf, findingsOf, LOOKS, LYING } from './checks';
import { openScenes, showScene } from './scenes';

/** Nor must the table touch the buttons beside it or below it. */
const TOUCHY = `${LYING},.strip > .chip,.scrubber`;
const NAMES = Object.keys(REPLAYS);
const ONE_EACH = ['replayFollow', 'replayHalf', 'replayGunziFull'];

test.each(['zh', 'en'] as const)('no replay overlaps, is cut or runs over, at any size (%s)', async (language) => {
  expect(await faultsOf(language, NAMES, TOUCHY)).toEqual({});
});

test.each(LOOKS)('axe finds nothing on a replay of each family (%s)', async (size, settings) => {
  await inBrowser(size, settings, async (context) => {
    expect(await findingsOf(await context.newPage(), ONE_EACH)).toEqual({});
  });
});

test.each(['on', 'off'] as const)('a card that nobody takes slides to where it lies (motion %s)', async (motion) => {
  await inBrowser('sideways', { motion }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'replayHalf');
    const sliding = await page.evaluate(() => {
      document.querySelector<HTMLElement>('.scrubber .next')?.click();
      return new Promise<number>((resolve) =>
        requestAnimationFrame(() => {
          const moved = document.getAnimations().map((one) => (one.effect as KeyframeEffect).target);
          resolve(moved.filter((target) => target?.matches('.lying .tile')).length);
        }),
      );
    });
    expect(sliding).toBe(motion === 'on' ? 1 : 0);
  });
});

test('every hand can be seen, one chair after the other', async () => {
  await inBrowser('phone', {}, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'replayFollow');
    const turn = page.locator('.scrubber .turn');
    const seen: (readonly [string | null, string[]])[] = [];
    const look = async (): Promise<void> => {
      const cards = await page.locator('.slot').evaluateAll((slots) => slots.map((slot) => slot.ariaLabel ?? ''));
      seen.push([await turn.getAttribute('aria-label'), cards]);
    };
    for (let chair = 0; chair < 3; chair += 1) {
      await look();
      await (chair % 2 ? turn.click() : page.keyboard.press('f'));
    }
    expect(new Set(seen.map(([name]) => name)).size).toBe(3);
    expect(new Set(seen.map(([, cards]) => cards.join())).size).toBe(3);
    expect(seen.every(([, cards]) => cards.length > 0)).toBe(true);
    await look();
    expect(seen[3]).toEqual(seen[0]);
  });
});
