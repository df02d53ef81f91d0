/** Pages that show fixtures. */

import type { Page } from 'playwright-core';
import { inject } from 'vitest';

/** The address of the client with its fixtures. */
export const scenes = inject('scenes');

/** Opens the page of all scenes, from which `showScene` navigates. */
export async function openScenes(page: Page): Promise<void> {
  await page.goto(`${scenes}/dev/scenes`);
  await page.waitForSelector('h1');
}

/** Waits until the page has processed and drawn the last change. */
export const waitUntilDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

/** Goes to a scene without reloading the page. */
export async function showScene(page: Page, scene: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/dev/scenes/${scene}`);
  await page.waitForSelector('.table');
  await waitUntilDrawn(page);
}
