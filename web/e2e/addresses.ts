/** The pages by their paths, and going from one to the next. */

import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { drawn } from './scenes';

/** Every page, some of them for what is not there too. */
export const PAGES = [
  '/',
  '/new/doudizhu/happy',
  '/watch',
  '/coins',
  '/hands',
  '/player',
  '/player/nobody',
  '/rankings',
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

/** How many requests of a page are under way, from now on. */
export function underWay(page: Page): () => number {
  const requests = new Set<Request>();
  page.on('request', (one) => requests.add(one));
  page.on('requestfinished', (one) => requests.delete(one));
  page.on('requestfailed', (one) => requests.delete(one));
  return () => requests.size;
}

/** Goes to a path without loading the page anew; `waiting`: what is under way. */
export async function goTo(page: Page, path: string, waiting: () => number): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await drawn(page);
  await expect.poll(waiting, { timeout: 5000 }).toBe(0);
  await drawn(page);
}
