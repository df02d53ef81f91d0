/** Replays of every family at their fullest: layout with the replay controls, and axe. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { REPLAYS } from '../src/dev/replays';
import { inBrowser } from './browser';
import { faultsOf, findingsOf, LOOKS, LYING } from './checks';
import { openScenes, showScene } from './scenes';

/** The table must not touch the buttons next to it or below it either. */
const TOUCHY = `${LYING},.strip > .chip,.scrubber`;
const NAMES = Object.keys(REPLAYS);
const ONE_EACH = ['replayFollow', 'replayHalf', 'replayGunziFull'];

test.each(['zh', 'en'] as const)(
  'no replay has overlapping, cut or overflowing elements at any size (%s)',
  async (language) => {
    expect(await faultsOf(language, NAMES, TOUCHY)).toEqual({});
  },
);

test.each(LOOKS)('axe reports nothing on a replay of each family (%s)', async (size, settings) => {
  await inBrowser(size, settings, async (context) => {
    expect(await findingsOf(await context.newPage(), ONE_EACH)).toEqual({});
  });
});

test.each(['on', 'off'] as const)('a card that nobody takes slides to its place (motion %s)', async (motion) => {
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

test('every hand can be viewed, one seat after the other', async () => {
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

/** Whether nothing covers the middle and both ends of an element. */
const isSeen = (page: Page, what: string): Promise<boolean> =>
  page.locator(what).evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [left + 4, (left + right) / 2, right - 4].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y]));
    return points.every(([x, y]) => element.contains(document.elementFromPoint(x!, y!)));
  });

const place = async (page: Page): Promise<string> =>
  (await page.locator('.scrubber .step-text .small').textContent())!.split('/')[0]!.trim();

test.each(['phone-small', 'phone', 'sideways', 'laptop'] as const)(
  'the list of mistakes leaves the comment visible and wraps around (%s)',
  async (size) => {
    await inBrowser(size, {}, async (context) => {
      const page = await context.newPage();
      await openScenes(page);
      await showScene(page, 'replayFollow');
      await page.locator('.scrubber .moves').click();
      await page.locator('.details select').selectOption('mistake');
      const [last, next] = [
        page.locator('.details .ways .button').nth(-2),
        page.locator('.details .ways .button').nth(-1),
      ];
      const seen: string[] = [];
      for (const way of [next, next, next, last, last]) {
        await way.click();
        seen.push(await place(page));
        expect(await isSeen(page, '.scrubber .step-text')).toBe(true);
        expect(await isSeen(page, '.scrubber .opinion')).toBe(true);
        // The first step is the dealer's and has no message.
        if (seen.at(-1) === '2') expect(await isSeen(page, '.details li .now')).toBe(true);
      }
      expect(new Set(seen)).toEqual(new Set(['1', '2']));
      expect(seen.slice(1).every((one, at) => one !== seen[at])).toBe(true);
      const chosen = page.locator('.details select option:checked');
      expect(await chosen.textContent()).toContain(`(${await place(page)}/2)`);
      expect(await page.locator('.scrubber .what').textContent()).not.toBe('');
    });
  },
);

test('the jump buttons are disabled when there is nothing to jump to', async () => {
  await inBrowser('phone', {}, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'replayHalf');
    await page.locator('.scrubber .moves').click();
    const next = page.locator('.details .ways .button').last();
    if (await next.isEnabled()) await next.click();
    expect(await page.locator('.details select option:checked').textContent()).toContain('(1/1)');
    expect(await next.isDisabled()).toBe(true);
  });
});
