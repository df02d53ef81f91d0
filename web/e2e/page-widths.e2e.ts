/** No page is wider than its screen, for guests and for accounts, in either language. */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser, setElsewhere } from './browser';
import { playHandByHousePlayer } from './housePlayerHand';
import { goTo, PAGES, refusePuzzlePacks, underWay } from './pagePaths';
import { ask, open, OTHER, populateRoom } from './populatedRoom';
import { waitUntilDrawn } from './scenes';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const WIDTHS = [320, 360, 390];
const HEIGHT = 640;
/** The widest name allowed. */
const WIDEST = 'WWWWWWWWMMMMMMMMWWWV';

/** Elements visible beyond the window, and the page's width if it is too wide; runs inside the page. */
function beyond(): string[] {
  const root = document.scrollingElement!;
  const found = root.scrollWidth > innerWidth ? [`page ${root.scrollWidth}`] : [];
  const isClipped = (element: Element): boolean => {
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== 'visible')
        return around.getBoundingClientRect().right <= innerWidth + 0.5;
    return false;
  };
  for (const element of document.body.querySelectorAll('*:not(svg *)')) {
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width < 1 || height < 1 || (left >= -0.5 && right <= innerWidth + 0.5)) continue;
    if (getComputedStyle(element).visibility === 'hidden' || element.closest('.sr-only') || isClipped(element))
      continue;
    found.push(
      `${element.tagName} ${element.className} ${element.textContent?.trim().slice(0, 20)} ${Math.round(right)}`,
    );
  }
  return found;
}

/** What is too wide, by path, width and language. */
async function tooWide(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await refusePuzzlePacks(page);
  const waiting = underWay(page);
  await page.goto(room.url);
  // The layout is measured, so painting is not needed.
  await page.addStyleTag({ content: 'html { opacity: 0 }' });
  for (const path of paths) {
    await goTo(page, path, waiting);
    for (const language of ['zh', 'en'] as const) {
      await setElsewhere(page, { language });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        await waitUntilDrawn(page);
        const list = await page.evaluate(beyond);
        if (list.length > 0) found[`${path} ${width} ${language}`] = list;
      }
    }
  }
  return found;
}

const OWN = ['/admin', '/learn', '/learn/doudizhu', `/player/${OTHER}`];

test('the test visits every page there is', () => {
  const pages = readFileSync(new URL('../src/routes.ts', import.meta.url), 'utf8');
  const names = [...pages.matchAll(/^ {2}(\w+): \(\) => import/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  const visitedNames = new Set([...PAGES, ...OWN].map((path) => path.split('/')[1]));
  // `/host` is an old bookmark of `/admin`.
  expect(names.filter((name) => name !== 'host' && !visitedNames.has(name))).toEqual([]);
});

/** What is too wide for a guest with the widest name, a finished hand and a table. */
async function asGuest(page: Page): Promise<Record<string, string[]>> {
  await page.goto(`${room.url}/manifest.webmanifest`);
  await ask(page, 'POST', '/api/session', { name: WIDEST });
  const hand = await playHandByHousePlayer(page, 'doudizhu/duel');
  const table = await open(page, 'doudizhu/four', { private: true });
  return tooWide(page, [...PAGES, ...OWN, `/replay/${hand}`, `/t/${table}`, '/']);
}

test('no page is wider than its screen, for a guest or for an admin with an account and friends', async () => {
  await inBrowser('phone-small', {}, async (context) => {
    const [guest, admin] = [await context.newPage(), await populateRoom(context.browser()!, room, 1)];
    const found = await Promise.all([asGuest(guest), tooWide(admin, [...PAGES, ...OWN])]);
    expect(found).toEqual([{}, {}]);
  });
});
