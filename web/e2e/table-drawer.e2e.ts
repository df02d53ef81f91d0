/** The drawer at the table: by mouse and keyboard, and it still announces the player's turn. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from './axe';
import { inBrowser, type Settings, type Size } from './browser';
import { byMouse, openTable, playUntil } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const drawerOf = (page: Page) => page.getByRole('dialog');

/** Opens a table and starts a hand in which it is this page's turn. */
async function atTable(page: Page, options = {}): Promise<string> {
  const link = await openTable(page, room.url, 'doudizhu/duel', { turn: 0, reserve: 0 }, options);
  await page.locator('.go .primary').click();
  await page.locator('.controls .button').first().waitFor();
  return link;
}

const LOOKS: [Size, Settings][] = [
  ['phone-small', { language: 'en', theme: 'light' }],
  ['laptop', { language: 'en', theme: 'dark' }],
];

test.each(LOOKS)(
  'each page of the drawer opens by keyboard and announces the turn, and axe reports nothing (%s)',
  async (size, settings) => {
    await inBrowser(size, settings, async (context) => {
      const page = await context.newPage();
      await atTable(page);
      await page.keyboard.press('?');
      await drawerOf(page).getByRole('heading', { level: 3 }).first().waitFor();
      const tabs = await drawerOf(page).getByRole('tab').allTextContents();
      expect(tabs.length).toBeGreaterThan(2);
      await drawerOf(page).getByRole('tab', { selected: true }).focus();
      for (const tab of tabs) {
        expect(await drawerOf(page).getByRole('tab', { selected: true }).textContent()).toBe(tab);
        await drawerOf(page).getByRole('button', { name: 'Your turn' }).waitFor();
        expect(await drawerOf(page).locator('a[target]').count()).toBe(0);
        expect({ tab, found: await findings(page) }).toEqual({ tab, found: [] });
        await page.keyboard.press('ArrowRight');
      }
      await page.keyboard.press('Escape');
      await drawerOf(page).waitFor({ state: 'detached' });
      await page.locator('.controls .button').first().waitFor();
    });
  },
);

test('Back closes the drawer and stays at the table; the drawer lists what has happened', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const link = await atTable(page);
    let acted = 0;
    await playUntil(page, byMouse, () => (acted += 1) > 12);
    await page.getByRole('button', { name: '菜单' }).click();
    await page.locator('.menu').getByRole('button', { name: '规则' }).click();
    await drawerOf(page).getByRole('tab', { name: '牌局记录' }).click();
    await drawerOf(page).getByRole('listitem').first().waitFor();
    await page.goBack();
    await drawerOf(page).waitFor({ state: 'detached' });
    expect(page.url()).toBe(link);
    await page.locator('main.table').waitFor();
  });
});

test("the drawer shows the table's own rules, and a player who returns gets the log of the hand", async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await atTable(page, { spring: false });
    let acted = 0;
    await playUntil(page, byMouse, () => (acted += 1) > 4);
    await page.locator('.controls .button').first().waitFor(); // nobody else can act meanwhile
    const story = async (): Promise<string[]> => {
      await page.keyboard.press('?');
      await drawerOf(page).getByRole('tab', { name: '牌局记录' }).click();
      const entries = await drawerOf(page).getByRole('listitem').allTextContents();
      await page.keyboard.press('Escape');
      return entries;
    };
    const before = await story();
    expect(before.length).toBeGreaterThan(2);
    await page.reload();
    await page.locator('.controls .button').first().waitFor();
    expect((await story()).slice(-before.length)).toEqual(before);
    await page.keyboard.press('?');
    const here = drawerOf(page).getByRole('region', { name: '这一桌改过的规则' });
    await here.getByRole('listitem').waitFor();
    expect(await here.getByRole('listitem').allTextContents()).toEqual(['春天、反春天 关']);
    await drawerOf(page).getByText('加倍：只算自己和对方之间').waitFor();
    expect(
      await drawerOf(page)
        .getByText(/^(反)?春天/)
        .count(),
    ).toBe(1);
  });
});
