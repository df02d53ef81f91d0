/** The paths of all pages, and navigation between them. */

import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { waitUntilDrawn } from './scenes';

/** Every page, some also for things that do not exist. */
export const PAGES = [
  '/',
  '/new/doudizhu/happy',
  '/watch',
  '/coins',
  '/hands',
  '/evening',
  '/mistakes',
  '/puzzles',
  '/puzzles/none',
  '/daily',
  '/daily/gunzi',
  '/daily/days',
  '/daily/2026-01-01/doudizhu',
  '/mistakes/nobody',
  '/player',
  '/player/nobody',
  '/rankings',
  '/seasons',
  '/rules/doudizhu/wild',
  '/rules/gunzi/six',
  '/settings',
  '/account',
  '/account/login',
  '/nowhere',
  '/new/nothing',
  '/t/nowhere',
  '/t/%ff',
  '/replay/none',
];

/** Refuses the packs of puzzles for offline use: the server works on them for seconds after the page is complete. */
export const refusePuzzlePacks = (page: Page): Promise<unknown> =>
  page.route('**/api/puzzles/pack*', (route) => route.abort());

/** Starts counting a page's requests; the returned function gives the number in progress. */
export function underWay(page: Page): () => number {
  const requests = new Set<Request>();
  page.on('request', (one) => requests.add(one));
  page.on('requestfinished', (one) => requests.delete(one));
  page.on('requestfailed', (one) => requests.delete(one));
  return () => requests.size;
}

/** Goes to a path without reloading the page. `waiting` returns the number of requests in progress. */
export async function goTo(page: Page, path: string, waiting: () => number): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await waitUntilDrawn(page);
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  await waitUntilDrawn(page);
}
