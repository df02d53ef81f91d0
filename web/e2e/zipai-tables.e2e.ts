/** Zi Pai's tables: their geometry, and axe. */

import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZIPAI } from '../src/dev/zipai';
import { inBrowser, SIZES, type Settings, type Size } from './browser';
import { APART, findFaults } from './geometry';
import { serveScenes, showScene, type Served } from './scenes';

let scenes: Served;
beforeAll(async () => {
  scenes = await serveScenes();
});
afterAll(() => scenes.close());

const NONE = JSON.stringify({ overlaps: [], outside: [], small: [], cut: [], slices: [] });
/** What lies on the table must not touch the rest of it either. */
const LYING = `${APART},.area .melds > *,.area .lying,.area .middle,.area .tally > *,.claims`;

test.each(['zh', 'en'] as const)('no scene overlaps, is cut or runs over, at any size (%s)', async (language) => {
  const found: Record<string, unknown> = {};
  await inBrowser('phone', { language }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${scenes.url}/dev/scenes`);
    await page.waitForSelector('h1');
    for (const size of Object.keys(SIZES) as Size[]) {
      await page.setViewportSize(SIZES[size]);
      for (const scene of Object.keys(ZIPAI)) {
        await showScene(page, scene);
        const faults = await page.evaluate(findFaults, LYING);
        if (JSON.stringify(faults) !== NONE) found[`${size} ${scene}`] = faults;
      }
    }
  });
  expect(found).toEqual({});
});

const LOOKS: [Size, Settings][] = [
  ['phone-small', { language: 'zh', theme: 'light' }],
  ['laptop', { language: 'en', theme: 'dark' }],
];

test.each(LOOKS)('axe finds nothing on any table (%s)', async (size, settings) => {
  const found: Record<string, string[]> = {};
  await inBrowser(size, settings, async (context) => {
    const page = await context.newPage();
    await page.goto(`${scenes.url}/dev/scenes`);
    await page.waitForSelector('h1');
    for (const scene of Object.keys(ZIPAI)) {
      await showScene(page, scene);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const list = violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')}`));
      if (list.length > 0) found[scene] = list;
    }
  });
  expect(found).toEqual({});
});
