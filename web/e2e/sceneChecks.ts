/** Checks on the scenes of every family: layout at all sizes, and axe. */

import type { Page } from 'playwright-core';
import { findings } from './axe';
import { inBrowser, SIZES, type Settings, type Size } from './browser';
import { APART, findFaults } from './layoutFaults';
import { waitUntilDrawn, openScenes, showScene } from './scenes';

/** The two extremes at which axe runs. */
export const LOOKS: [Size, Settings][] = [
  ['phone-small', { language: 'zh', theme: 'light' }],
  ['laptop', { language: 'en', theme: 'dark' }],
];

/** Cards on a Zi Pai table must not touch anything else either. */
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

/** Elements that overlap, are cut off or overflow, by size and scene. `apart`: selectors that must not touch. */
export async function faultsOf(
  language: 'zh' | 'en',
  scenes: readonly string[],
  apart = APART,
  settings: Settings = {},
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  await inBrowser('phone', { language, ...settings }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    // The layout is measured, so painting is not needed.
    await page.addStyleTag({ content: 'html { opacity: 0 }' });
    const sizes = Object.keys(SIZES) as Size[];
    for (const scene of scenes) {
      await showScene(page, scene);
      // Alternates the direction, so that each scene starts at the size at which the previous one ended.
      for (const size of sizes.reverse()) {
        await page.setViewportSize(SIZES[size]);
        await waitUntilDrawn(page);
        const faults = await page.evaluate(findFaults, apart);
        if (JSON.stringify(faults) !== NONE) found[`${size} ${scene}`] = faults;
      }
    }
  });
  return found;
}

/** What axe reports, by scene. */
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
