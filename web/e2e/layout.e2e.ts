import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENES } from '../src/dev/fixtures';
import { inBrowser, SIZES, type Size } from './browser';
import { APART, findFaults } from './geometry';
import { serveScenes, type Served } from './scenes';

let served: Served;
beforeAll(async () => {
  served = await serveScenes();
});
afterAll(() => served.close());

const NONE = JSON.stringify({ overlaps: [], outside: [], small: [], cut: [], slices: [] });

/** Goes there without loading the page anew. */
const show = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

async function faultsOf(page: Page, scene: string): Promise<unknown> {
  await show(page, `/dev/scenes/${scene}`);
  await page.waitForSelector('.table');
  await page.waitForTimeout(60);
  const faults = await page.evaluate(findFaults, APART);
  return JSON.stringify(faults) === NONE ? null : faults;
}

test.each(['zh', 'en'] as const)('no scene overlaps, is cut or runs over, at any size (%s)', async (language) => {
  const found: Record<string, unknown> = {};
  await inBrowser('phone', { language }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${served.url}/dev/scenes`);
    await page.waitForSelector('h1');
    for (const size of Object.keys(SIZES) as Size[]) {
      await page.setViewportSize(SIZES[size]);
      for (const scene of Object.keys(SCENES)) {
        const faults = await faultsOf(page, scene);
        if (faults) found[`${size} ${scene}`] = faults;
      }
    }
  });
  expect(found).toEqual({});
});
