/** What is looked for in the scenes of every family: its geometry at all sizes, and what axe finds. */

import type { Page } from 'playwright-core';
import { findings } from './axe';
import { inBrowser, SIZES, type Settings, type Size } from './browser';
import { APART, findFaults } from './geometry';
import { drawn, openScenes, showScene } from './scenes';

/** Both ends of what axe looks at. */
export const LOOKS: [Size, Settings][] = [
  ['phone-small', { language: 'zh', theme: 'light' }],
  ['laptop', { language: 'en', theme: 'dark' }],
];

/** What lies on a table of Zi Pai must not touch the rest of it either. */
export const LYING = [
  APART,
  '.area .melds > *',
  '.area .lying .tile',
  '.area .open',
  '.area .middle',
  '.area .stock',
  '.area .waits',
  '.area .eat',
  '.beside .sum > *',
  '.beside .meld',
].join(',');

const NONE = JSON.stringify({ overlaps: [], outside: [], small: [], cut: [], slices: [] });

/** What overlaps, is cut or runs over, by size and scene. `apart`: what must not touch. */
export async function faultsOf(
  language: 'zh' | 'en',
  scenes: readonly string[],
  apart = APART,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  await inBrowser('phone', { language }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    // What is only measured need not be painted.
    await page.addStyleTag({ content: 'html { opacity: 0 }' });
    const sizes = Object.keys(SIZES) as Size[];
    for (const scene of scenes) {
      await showScene(page, scene);
      // Back and forth, so that a scene begins at the size at which the one before has ended.
      for (const size of sizes.reverse()) {
        await page.setViewportSize(SIZES[size]);
        await drawn(page);
        const faults = await page.evaluate(findFaults, apart);
        if (JSON.stringify(faults) !== NONE) found[`${size} ${scene}`] = faults;
      }
    }
  });
  return found;
}

/** What axe finds, by scene. */
export async function findingsOf(page: Page, scenes: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await openScenes(page);
  for (const scene of scenes) {
    await showScene(page, scene);
    const list = await findings(page);
    if (list.length > 0) found[scene] = list;
  }
  return found;
}
