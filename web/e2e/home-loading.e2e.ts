/** The home page: what it loads first, and the hand at an open table that it shows. */

import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { byMouse, playUntil, receivedTables } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

test('the home page fetches the rulesets in parallel with its script, and no other page does', async () => {
  await inBrowser('phone', {}, async (context) => {
    const page = await context.newPage();
    const fetched = async (path: string): Promise<string[]> => {
      await page.goto(room.url + path);
      await page.waitForLoadState('networkidle');
      return page.evaluate(() => {
        const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return all.filter(({ name }) => name.endsWith('/api/rulesets')).map(({ initiatorType }) => initiatorType);
      });
    };
    expect(await fetched('/')).toEqual(['link']);
    expect(await fetched('/settings')).toEqual([]);
  });
});

/** KiB of transferred script until the home page is complete; prefetching comes later. */
const FIRST = 72;

test('the home page loads no more script than it needs', async () => {
  await inBrowser('phone', {}, async (context) => {
    const page = await context.newPage();
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.goto(room.url);
    await page.getByRole('button', { name: '马上开局' }).waitFor();
    await page.locator('#zi-0').waitFor({ state: 'attached' });
    const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body).length / 1024);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, one) => sum + one)).toBeLessThan(FIRST);
  });
});

test.each(['zh', 'en'] as const)(
  'the home page has its texts before those of other pages load (%s)',
  async (language) => {
    await inBrowser('laptop', { language }, async (context) => {
      const page = await context.newPage();
      await page.route(`**/assets/${language}-*.js`, (route) => route.abort());
      await page.goto(room.url);
      await page.locator('.tiles article').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('.ways button').click();
      await page.getByRole('dialog').waitFor();
      expect(await page.locator('body').innerText()).not.toMatch(/\b[a-z]+\.[a-z.]+\b/);
      await page.goto(`${room.url}/settings`);
      await page.getByRole('alert').waitFor();
    });
  },
);

test('the home page shows a hand at an open table, and nobody there is notified', async () => {
  await inBrowser('laptop', { language: 'zh' }, (hosts) =>
    inBrowser('phone', { language: 'zh', motion: 'on' }, async (guests) => {
      const [host, guest] = [await hosts.newPage(), await guests.newPage()];
      const received = receivedTables(host);
      await host.goto(`${room.url}/new/doudizhu/duel`);
      await host.getByLabel('所有人').check();
      await host.getByRole('button', { name: '开桌' }).click();
      await host.getByRole('button', { name: '开始，空位由电脑坐' }).click();
      await host.locator('.controls .button').first().waitFor();
      await guest.goto(room.url);
      const hero = guest.locator('.hero');
      await hero.getByRole('link', { name: '看这桌' }).waitFor();
      const before = await hero.locator('.buttons').boundingBox();
      let seen = false;
      const look = hero
        .locator('.play')
        .waitFor({ timeout: 120_000 })
        .then(() => (seen = true));
      await playUntil(host, byMouse, () => seen);
      await look;
      expect(await hero.locator('.buttons').boundingBox()).toEqual(before);
      expect(await hero.locator('.sitter b').count()).toBe(2);
      expect(received.at(-1)?.table.watching).toBe(0);
    }),
  );
});
