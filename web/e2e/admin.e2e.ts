import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from './axe';
import { inBrowser, type Settings, type Size } from './browser';
import { casesOf } from './deepTests';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

/** If set, screenshots are stored here for inspection. */
const SHOTS = process.env.ADMIN_SHOTS;

async function post(page: Page, path: string, body: unknown): Promise<Record<string, unknown>> {
  return page.evaluate(
    async ([to, what]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(to as string, { method: 'POST', headers, body: JSON.stringify(what) });
      return (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    },
    [path, body],
  );
}

async function get(page: Page, path: string): Promise<unknown> {
  return page.evaluate(async (from) => (await fetch(from)).json() as Promise<unknown>, path);
}

/** Makes this browser's guest an admin and opens the admin page. */
async function becomeAdmin(page: Page, user: string): Promise<void> {
  await page.goto(`${room.url}/settings`);
  await expect.poll(() => page.locator('#name').inputValue()).not.toBe('');
  expect(await post(page, '/api/account', { user, password: 'left at home' })).toMatchObject({ user });
  room.paiju('admin', user);
  await expect.poll(() => get(page, '/api/me'), { timeout: 10_000 }).toMatchObject({ admin: true });
  await page.goto(`${room.url}/settings`);
  await page.locator('a[href="/admin"]').click();
  await page.locator('h2').first().waitFor();
}

test('an admin bans, mutes, renames, closes a table and announces, and the players concerned are notified', async () => {
  await inBrowser('phone', { language: 'zh' }, async (guest) => {
    const theirs = await guest.newPage();
    await theirs.goto(`${room.url}/settings`);
    await theirs.locator('#name').fill('捣乱的');
    await theirs.locator('form .button').click();
    await theirs.locator('form .button:disabled').waitFor();
    const { table } = await post(theirs, '/api/tables', { ruleset: 'doudizhu/qq', private: true });
    await theirs.goto(`${room.url}/t/${String(table)}`);
    await theirs.locator('.go').waitFor();

    await inBrowser('laptop', { language: 'en' }, async (mine) => {
      const page = await mine.newPage();
      await becomeAdmin(page, 'auntie');
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/admin-laptop.png`, fullPage: true });
      await page.getByLabel('Text for everyone').fill('The room closes at midnight');
      await page.getByRole('button', { name: 'Publish' }).click();
      await theirs.getByText('The room closes at midnight').waitFor();
      if (SHOTS) await theirs.screenshot({ path: `${SHOTS}/notice-phone.png` });
      expect(await findings(theirs)).toEqual([]);
      await theirs.getByRole('button', { name: '收起' }).click();
      await theirs.getByText('The room closes at midnight').waitFor({ state: 'detached' });

      await page.getByLabel('Part of a name').fill('捣乱');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('button', { name: 'Rename: 捣乱的' }).click();
      await page.getByLabel('New name').fill('  ');
      await page.getByRole('group').getByRole('button', { name: 'Rename' }).click();
      await page.getByText('This name cannot be used').waitFor();
      await page.getByLabel('New name').fill('乖乖的');
      await page.getByRole('group').getByRole('button', { name: 'Rename' }).click();
      await theirs.getByText('乖乖的').first().waitFor();
      await page.getByLabel('Part of a name').fill('乖乖');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('button', { name: 'Mute: 乖乖的' }).click();
      await page.getByRole('group').getByRole('button', { name: 'Mute' }).click();
      await page.getByText('muted', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Ban: 乖乖的' }).click();
      await page.getByLabel('Reason').fill('threw cards');
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/admin-ask-laptop.png`, fullPage: true });
      expect(await findings(page)).toEqual([]);
      await page.getByRole('group').getByRole('button', { name: 'Ban' }).click();
      await page.getByText('threw cards').waitFor();
      await theirs.getByText('牌室的管理员封禁了你').waitFor();
      await theirs.goto(room.url);
      await theirs.getByText('管理员封禁了你，不能进这个牌室').first().waitFor();

      await page.getByRole('button', { name: /^Close: / }).click();
      await page.getByRole('group').getByRole('button', { name: 'Close' }).click();
      await page.getByText('No table is open.').waitFor();
    });
  });
});

const LOOKS = casesOf<[Size, Settings]>(
  [['phone-small', { language: 'zh', theme: 'dark' }]],
  [
    ['phone', { language: 'en', theme: 'light' }],
    ['desktop', { language: 'zh', theme: 'light' }],
  ],
);

test.each(LOOKS)('nothing overflows and axe reports nothing (%s)', async (size, settings) => {
  await inBrowser(size, settings, async (context) => {
    const page = await context.newPage();
    await becomeAdmin(page, `auntie-${size}`);
    await post(page, '/api/tables', { ruleset: 'gunzi/six', private: false, bots: '' });
    await page.reload();
    await page
      .getByRole('button', { name: /^(关桌|Close): / })
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /^(改名|Rename): / })
      .first()
      .click();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/admin-${size}.png`, fullPage: true });
    expect(await page.evaluate(() => innerWidth - document.documentElement.scrollWidth)).toBeGreaterThanOrEqual(0);
    expect(await findings(page)).toEqual([]);
  });
});

test('a player who is not an admin cannot open the page', async () => {
  await inBrowser('phone', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${room.url}/admin`);
    await page.getByText('Only admins of the room can use this page.').waitFor();
    expect(await page.locator('main .panel').count()).toBe(1);
  });
});
