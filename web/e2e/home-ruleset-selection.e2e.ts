/** The home page: browsing rulesets does not change the selected one. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { byMouse, openTable, playHand } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

/** The ruleset named next to the play button, and the link of the friends button. */
const begins = async (page: Page): Promise<(string | null)[]> => [
  await page.locator('.hero .pick').textContent(),
  await page.locator('.hero a[href*="/new/"]').getAttribute('href'),
];

/** The body of the request to `path` that the tap causes. */
async function askedBy(page: Page, path: string, tap: () => Promise<void>): Promise<unknown> {
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && new URL(one.url()).pathname === path),
    tap(),
  ]);
  return request.postDataJSON();
}

/** Three ways to close a family's sheet of rulesets. */
const CLOSE: readonly ((page: Page) => Promise<void>)[] = [
  (page) => page.locator('dialog header button').click(),
  (page) => page.keyboard.press('Escape'),
  (page) => page.mouse.click(4, 4),
];

test.each(['phone', 'laptop'] as const)('opening and closing a tile changes nothing (%s)', async (size) => {
  await inBrowser(size, { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(room.url);
    const heads = page.locator('.tiles article .head');
    await heads.first().waitFor();
    const before = await begins(page);
    for (let tile = 0; tile < (await heads.count()); tile += 1) {
      await heads.nth(tile).click();
      await page.locator('dialog [aria-pressed=true]').waitFor();
      await CLOSE[tile % CLOSE.length]!(page);
      await page.locator('dialog').waitFor({ state: 'detached' });
      expect(await begins(page)).toEqual(before);
    }
    const quick = await askedBy(page, '/api/quick', () => page.locator('.hero .quick').click());
    expect(quick).toMatchObject({ ruleset: 'doudizhu/qq' });
    await page.reload();
    await heads.last().click();
    await page.keyboard.press('Escape');
    const opened = await askedBy(page, '/api/tables', () => page.locator('.hero .now').click());
    expect(opened).toMatchObject({ ruleset: 'doudizhu/qq' });
  });
});

test('selecting a ruleset in a tile sets what both the tile and the page start', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(room.url);
    await page.locator('.tiles article .head', { hasText: '大字牌' }).click();
    await page.locator('dialog').getByRole('button', { name: '二人' }).click();
    await page.keyboard.press('Escape');
    expect(await begins(page)).toEqual([expect.stringContaining('二人'), expect.stringContaining('zipai/guilin-2')]);

    await page.locator('.tiles article .head').first().click();
    const opened = await askedBy(page, '/api/tables', () => page.locator('dialog .primary').click());
    expect(opened).toMatchObject({ ruleset: 'doudizhu/qq' });
  });
});

test.each(['zh', 'en'] as const)(
  'sideways, hero and tiles fill the width, and lists are below both (%s)',
  async (language) => {
    await inBrowser('sideways', { language }, async (context) => {
      const page = await context.newPage();
      await page.goto(room.url);
      await page.locator('.tiles article').last().waitFor();
      await page.waitForLoadState('networkidle');
      const [hero, news, tiles, people] = await Promise.all(
        ['.house > .hero', '.news', '.tiles', '.people'].map(async (part) => (await page.locator(part).boundingBox())!),
      );
      const rightOf = ({ x, width }: { x: number; width: number }): number => Math.round(x + width);
      const endOf = ({ y, height }: { y: number; height: number }): number => Math.round(y + height);
      expect(rightOf(hero!)).toBeLessThan(tiles!.x);
      expect(endOf(hero!)).toBe(endOf(tiles!));
      expect(news!.y).toBe(hero!.y);
      expect(people!.y).toBeGreaterThanOrEqual(endOf(hero!));
      expect([people!.x, rightOf(people!)]).toEqual([hero!.x, rightOf(tiles!)]);
    });
  },
);

test('the home page leads a newcomer to a lesson until the first hand is finished', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(room.url);
    expect(await page.getByRole('link', { name: '两分钟学会' }).getAttribute('href')).toBe('/learn/doudizhu');
    await page.goto(await openTable(page, room.url, 'doudizhu/qq', { turn: 0, reserve: 0 }));
    await page.locator('.go .primary').click();
    await playHand(page, byMouse);
    await page.goto(room.url);
    await page.locator('.who').waitFor();
    await page.waitForFunction(() => localStorage.getItem('paiju.played') === '1');
    expect(await page.getByText('第一次来？').count()).toBe(0);
  });
});
