/** Axe, headings and widths on every page and on the tables of Dou Dizhu, in several looks. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { DOUDIZHU_SCENES } from '../src/dev/doudizhuScenes';
import { findings } from './axe';
import { inBrowser, setElsewhere, SIZES, type Settings, type Size } from './browser';
import { findingsOf } from './sceneChecks';
import { casesOf } from './deepTests';
import { PAGES, refusePuzzlePacks, underWay } from './pagePaths';
import { waitUntilDrawn } from './scenes';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

const SMALL: [Size, Settings] = ['phone-small', { language: 'zh', theme: 'light', fourColour: false }];
const LARGE: [Size, Settings] = ['laptop', { language: 'en', theme: 'dark', fourColour: true }];

/** Pixels between the widest element and the window's edge. */
const widthLeft = (page: Page): Promise<number> =>
  page.evaluate(() => innerWidth - document.documentElement.scrollWidth);

/** Changes the size and settings of an open page. */
async function putOn(page: Page, [size, settings]: [Size, Settings]): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  await setElsewhere(page, settings);
  await waitUntilDrawn(page);
}

test('axe reports nothing on any page, in any look', async () => {
  const found: Record<string, string[]> = {};
  await inBrowser(...LARGE, async (context) => {
    const page = await context.newPage();
    await refusePuzzlePacks(page);
    const waiting = underWay(page);
    const looks = [...casesOf([LARGE], [SMALL])];
    for (const path of PAGES) {
      await page.goto(room.url + path);
      await page.waitForLoadState('networkidle');
      if (path.startsWith('/rules/')) await page.locator('summary').last().click();
      // Each page is loaded in the look in which the previous one ended.
      for (const look of looks.reverse()) {
        await putOn(page, look);
        await expect.poll(waiting).toBe(0);
        if (path.startsWith('/rules/')) await page.locator('.full h3').first().waitFor();
        const list = await findings(page);
        if (list.length > 0) found[`${path} ${look[0]}`] = list;
        expect(await page.locator('h1').count(), path).toBe(1);
        expect(await widthLeft(page), path).toBeGreaterThanOrEqual(0);
      }
    }
  });
  expect(found).toEqual({});
});

test.each(casesOf([SMALL], [LARGE]))('the widest name fits in a lobby (%s)', async (size, settings) => {
  await inBrowser(size, settings, async (context) => {
    const page = await context.newPage();
    await page.goto(`${room.url}/settings`);
    await page.locator('#name').fill(`${'W'.repeat(19)}${settings.language === 'zh' ? 'M' : 'V'}`);
    await page.locator('form .button').click();
    await page.locator('form .button:disabled').waitFor();
    await page.goto(`${room.url}/new/doudizhu/qq`);
    await page.locator('button[type=submit]').click();
    await page.locator('.go').waitFor();
    expect(await widthLeft(page)).toBeGreaterThanOrEqual(0);
    expect(await findings(page)).toEqual([]);
  });
});

test.each(casesOf([SMALL], [LARGE]))('axe reports nothing on any table (%s)', async (size, settings) => {
  await inBrowser(size, settings, async (context) => {
    expect(await findingsOf(await context.newPage(), Object.keys(DOUDIZHU_SCENES))).toEqual({});
  });
});
