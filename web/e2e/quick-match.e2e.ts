/** Quick match: two players who look for the same meet; a guest who comes by a link chooses a name. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { errorsOf } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

test('two players who look for a match play with each other and a bot', async () => {
  await inBrowser('phone', { language: 'zh' }, (phone) =>
    inBrowser('laptop', { language: 'en' }, async (laptop) => {
      const pages = [await phone.newPage(), await laptop.newPage()] as const;
      const errors = pages.map(errorsOf);
      for (const page of pages) await page.goto(room.url);
      await pages[0].getByText('快速匹配').click();
      await pages[0].getByText('正在找人').waitFor();
      await pages[0].getByText('取消').click();
      await pages[0].getByText('快速匹配').click();
      await pages[1].getByText('Quick match').click();
      await Promise.all(pages.map((page) => page.locator('.slot').first().waitFor()));
      expect(new URL(pages[0].url()).pathname).toBe(new URL(pages[1].url()).pathname);
      expect(errors.flat()).toEqual([]);
    }),
  );
});

test('a guest who comes by a link sits down with one tap, and gets a free name', async () => {
  await inBrowser('phone', { language: 'zh' }, (phone) =>
    inBrowser('laptop', { language: 'en' }, async (laptop) => {
      const [host, friend] = [await phone.newPage(), await laptop.newPage()];
      await host.goto(`${room.url}/new/doudizhu/qq`);
      await host.locator('button[type=submit]').click();
      await host.locator('.go').waitFor();
      await host.getByLabel('昵称').fill('老王');
      await host.getByText('用这个名字').click();
      await host.locator('li.you').getByText('老王').waitFor();
      expect(await host.getByLabel('昵称').count()).toBe(0);

      await friend.goto(host.url());
      await friend.getByRole('heading', { name: '老王 invites you to' }).waitFor();
      expect(await friend.locator('.primary').allTextContents()).toEqual(['Sit down']);
      expect(await friend.getByText('Never played? Two minutes').getAttribute('href')).toBe('/learn/doudizhu');
      expect(await friend.locator('img[width="104"]').count()).toBe(0);
      expect(await friend.getByLabel('Your name').count()).toBe(0);
      await friend.getByRole('button', { name: 'Sit down' }).click();
      const name = friend.getByLabel('Your name');
      const given = await name.inputValue();
      await friend.getByText('Shuffle').click();
      await friend.waitForFunction(
        (before) => document.querySelector<HTMLInputElement>('#called')?.value !== before,
        given,
      );
      await name.fill('老王');
      await friend.getByText('Use it').click();
      await friend.getByText('老王 2 is free').waitFor();
      await name.fill('老王 2');
      await friend.getByText('Use it').click();
      await host.locator('li').filter({ hasText: '老王 2' }).getByText('已准备').waitFor();
      expect(await host.locator('li').getByText('移出').count()).toBe(0);
      await host.locator('.go .primary').click();
      for (const page of [host, friend]) await page.locator('main.table').waitFor();
    }),
  );
});
