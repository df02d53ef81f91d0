/** The pages that show fixtures. */

import type { Page } from 'playwright-core';
import { inject } from 'vitest';

/** Where the client with its fixtures is. */
export const scenes = inject('scenes');

/** The page of all scenes, from which `showScene` goes on. */
export async function openScenes(page: Page): Promise<void> {
  await page.goto(`${scenes}/dev/scenes`);
  await page.waitForSelector('h1');
}

/** The page has come to rest: what was set going by the last change is done and drawn. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

/** Goes to a scene without loading the page anew. */
export async function showScene(page: Page, scene: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/dev/scenes/${scene}`);
  await page.waitForSelector('.table');
  await drawn(page);
}
