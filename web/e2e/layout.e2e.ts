import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONGEST, SCENES } from '../src/dev/fixtures';
import { inBrowser, SIZES, type Size } from './browser';
import { APART, findFaults } from './geometry';
import { serveScenes, showScene, type Served } from './scenes';

let served: Served;
beforeAll(async () => {
  served = await serveScenes();
});
afterAll(() => served.close());

const NONE = JSON.stringify({ overlaps: [], outside: [], small: [], cut: [], slices: [] });

async function faultsOf(page: Page, scene: string): Promise<unknown> {
  await showScene(page, scene);
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
      for (const scene of Object.keys({ ...SCENES, ...LONGEST })) {
        const faults = await faultsOf(page, scene);
        if (faults) found[`${size} ${scene}`] = faults;
      }
    }
  });
  expect(found).toEqual({});
});
