/** Zi Pai tables: layout and axe. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ZIPAI_SCENES } from '../src/dev/zipaiScenes';
import { casesOf } from './deepTests';
import { inBrowser, SIZES, type Size } from './browser';
import { faultsOf, findingsOf, LOOKS, LYING } from './sceneChecks';
import { openScenes, showScene } from './scenes';

const NAMES = Object.keys(ZIPAI_SCENES);

test.each(casesOf(['en'] as const, ['zh'] as const))(
  'no scene has overlapping, cut or overflowing elements at any size (%s)',
  async (language) => {
    expect(await faultsOf(language, NAMES, LYING)).toEqual({});
  },
);

test.each(casesOf(LOOKS.slice(0, 1), LOOKS.slice(1)))(
  'axe reports nothing on any table (%s)',
  async (size, settings) => {
    await inBrowser(size, settings, async (context) => {
      expect(await findingsOf(await context.newPage(), NAMES)).toEqual({});
    });
  },
);

/** The boxes of everything that a selector finds. */
const boxes = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) =>
    found.map((element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      return { left, top, right, bottom, width, height };
    }),
  );
const widths = async (page: Page, selector: string): Promise<number[]> =>
  (await boxes(page, selector)).map(({ width }) => width);

/** Least width of the open card: without ways to eat, and with the most of them. */
const CARD: Record<Size, [alone: number, crowded: number]> = {
  'phone-small': [34, 26],
  phone: [60, 46],
  sideways: [34, 34],
  tablet: [56, 46],
  laptop: [60, 48],
  desktop: [60, 48],
};

test.each(Object.keys(SIZES) as Size[])('the open card is the largest thing (%s)', async (size) => {
  await inBrowser(size, { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    for (const [at, scene] of ['zipaiPass', 'zipaiClaim'].entries()) {
      await showScene(page, scene);
      const [card] = await widths(page, '.zipai .turned .card');
      expect(card, scene).toBeGreaterThanOrEqual(CARD[size][at]!);
      expect(card, scene).toBeGreaterThan(Math.max(...(await widths(page, '.zipai .tile'))));
      expect(await page.locator('.zipai .turned').evaluate((found) => getComputedStyle(found).boxShadow)).toContain(
        'rgb(224, 165, 38)',
      );
    }
  });
});

test.each(Object.keys(SIZES) as Size[])(
  'claims: pass is gold, on the right with the countdown; more ways to eat in a list (%s)',
  async (size) => {
    await inBrowser(size, { language: 'zh' }, async (context) => {
      const page = await context.newPage();
      await openScenes(page);
      await showScene(page, 'zipaiMany');
      const buttons = page.locator('.controls .button');
      expect(await buttons.first().textContent()).toContain('碰');
      expect(await buttons.last().textContent()).toContain('过');
      expect(await buttons.last().getAttribute('class')).toContain('primary');
      expect(await buttons.last().locator('.countdown').count()).toBe(1);
      expect(await page.locator('.slot:has(.used)').count()).toBe(2);
      for (const { width, height } of await boxes(page, '.eat'))
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(43.5);
      await page.locator('.eat.more').click();
      const list = page.locator('.all');
      expect(await list.locator('.eat:not(.more)').count()).toBe(8);
      const [box] = await boxes(page, '.all');
      expect(box!.left).toBeGreaterThanOrEqual(0);
      expect(box!.top).toBeGreaterThanOrEqual(0);
      expect(box!.right).toBeLessThanOrEqual(SIZES[size].width);
      expect(box!.bottom).toBeLessThanOrEqual((await boxes(page, '.controls .button'))[0]!.top);
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
    });
  },
);

test.each(Object.keys(SIZES) as Size[])(
  "the viewer's melds are left of the hand, and a tap shows their worth (%s)",
  async (size) => {
    await inBrowser(size, { language: 'zh' }, async (context) => {
      const page = await context.newPage();
      await openScenes(page);
      await showScene(page, 'zipaiReady');
      const hand = Math.min(...(await boxes(page, '.slot')).map(({ left }) => left));
      const melds = await boxes(page, '.beside .meld');
      expect(melds).toHaveLength(5);
      for (const { right } of melds) expect(right).toBeLessThanOrEqual(hand);
      expect(await page.locator('.beside .word').allTextContents()).toContain('碰3');
      expect(await page.locator('.slot:has(.ready)').count()).toBe(1);
      for (const opener of ['.beside .sum', '.least']) {
        await page.locator(opener).click();
        const [box] = await boxes(page, '.worth');
        expect(Math.min(box!.left, box!.top)).toBeGreaterThanOrEqual(0);
        expect(box!.right).toBeLessThanOrEqual(SIZES[size].width);
        expect(await page.locator('.worth').textContent()).toContain('27 油');
        await page.keyboard.press('Escape');
        await page.locator('.worth').waitFor({ state: 'detached' });
      }
    });
  },
);
