/** Pages that were visited once work offline. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { playHandByHousePlayer } from './housePlayerHand';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

test('lessons, rules and the pages work offline', async () => {
  await inBrowser(
    'phone',
    { language: 'zh' },
    async (context) => {
      const page = await context.newPage();
      await page.goto(room.url);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload(); // from now on served by the worker, which stores what is read
      await page.getByRole('button', { name: '马上开局' }).waitFor();
      await context.setOffline(true);

      await page.goto(`${room.url}/learn/zipai`);
      await page.locator('[data-do=next]').click();
      await page.getByText('2 / ').waitFor();
      await page.goto(`${room.url}/rules/doudizhu/qq`);
      await page.getByRole('link', { name: '叫分斗地主' }).waitFor();
      await page.goto(room.url);
      await page.getByRole('button', { name: '马上开局' }).waitFor();

      // A page that cannot load reports that, and loads when the network returns.
      await page.goto(`${room.url}/rankings`);
      await page.getByRole('alert').first().waitFor();
      await context.setOffline(false);
      await page.reload();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('alert').count()).toBe(0);
    },
    { serviceWorkers: 'allow' },
  );
});

test('hands viewed before can be viewed offline', async () => {
  await inBrowser(
    'phone',
    { language: 'zh' },
    async (context) => {
      const page = await context.newPage();
      await page.goto(room.url);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload();
      await page.getByRole('button', { name: '马上开局' }).waitFor();
      await playHandByHousePlayer(page, 'doudizhu/duel-rotate');
      const listed = page.locator('a[href*="/replay/"]').first();
      await page.goto(`${room.url}/hands`);
      await listed.click();
      await page.locator('.steps').waitFor();
      const replay = page.url();
      await context.setOffline(true);

      await page.goto(`${room.url}/hands`);
      await listed.waitFor();
      await page.goto(replay);
      await page.locator('.steps').waitFor();
    },
    { serviceWorkers: 'allow' },
  );
});
