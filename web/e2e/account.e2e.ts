import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from './axe';
import { casesOf, deepTest } from './deepTests';
import { inBrowser, type Settings, type Size } from './browser';
import { byMouse, playHand } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const PASSWORD = 'correct horse';
const NEXT = 'battery staple';

async function fill(page: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

const cards = (page: Page): Promise<(string | null)[]> =>
  page.locator('.slot').evaluateAll((slots) => slots.map((slot) => slot.getAttribute('aria-label')).sort());

async function ownTables(page: Page): Promise<string[]> {
  await page.goto(room.url);
  const links = page.locator('section', { hasText: '我的牌桌' }).locator('a[href^="/t/"]');
  await links.first().waitFor();
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

deepTest('a hand started as a guest can be finished in another browser, and both list it', async () => {
  await inBrowser('phone-small', { language: 'zh' }, async (phone) => {
    const page = await phone.newPage();
    await page.goto(room.url);
    await page.locator('.now').click();
    await page.locator('.slot').nth(16).waitFor();
    const held = await cards(page);
    const table = new URL(page.url()).pathname;

    await page.goto(room.url);
    await page.getByRole('link', { name: '注册账号，保留战绩' }).click();
    await fill(page, { 用户名: '老王', 密码: '老王' });
    await page.getByRole('button', { name: '注册', exact: true }).click();
    await page.getByText('密码至少 8 个字符').waitFor();
    expect(await page.getByLabel('密码', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    await fill(page, { 密码: PASSWORD });
    await page.keyboard.press('Enter');
    await page.getByText('已登录：老王').waitFor();
    expect(await ownTables(page)).toEqual([table]);

    await page.goto(`${room.url}/account`);
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('link', { name: '登录', exact: true }).waitFor();

    await inBrowser('laptop', { language: 'zh' }, async (laptop) => {
      const other = await laptop.newPage();
      await other.goto(`${room.url}/account/login`);
      await fill(other, { 用户名: '老王', 密码: 'not this one' });
      await other.keyboard.press('Enter');
      await other.getByRole('alert').getByText('用户名或密码不对').waitFor();
      await fill(other, { 密码: PASSWORD });
      await other.keyboard.press('Enter');
      await other.getByText('已登录：老王').waitFor();
      expect(await ownTables(other)).toEqual([table]);
      await other.goto(room.url + table);
      await other.locator('.slot').nth(16).waitFor();
      expect(await cards(other)).toEqual(held);
      await playHand(other, byMouse);
      await other.goto(`${room.url}/hands`);
      await other.locator('a[href^="/replay/"]').waitFor();
    });

    await page.goto(`${room.url}/account/login`);
    await fill(page, { 用户名: '老王', 密码: PASSWORD });
    await page.keyboard.press('Enter');
    await page.getByText('已登录：老王').waitFor();
    await page.goto(`${room.url}/hands`);
    await page.locator('a[href^="/replay/"]').waitFor();
  });
});

test('sessions, tokens, password change, data export and account deletion', async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${room.url}/settings`);
    await page.getByRole('link', { name: 'Create an account to keep your record' }).click();
    await fill(page, { 'User name': 'wang', Password: PASSWORD });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Logged in as wang').waitFor();

    await page.getByLabel('What the token is for').fill('my bot');
    await page.getByRole('button', { name: 'New token' }).click();
    const token = await page.getByLabel('Token', { exact: true }).inputValue();
    const fetchMe = () => fetch(`${room.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await fetchMe()).status).toBe(200);
    await page.getByRole('button', { name: 'Revoke: my bot' }).click();
    await page.getByText('my bot').waitFor({ state: 'detached' });
    expect((await fetchMe()).status).toBe(401);

    await inBrowser('phone', { language: 'en' }, async (phone) => {
      const other = await phone.newPage();
      await other.goto(`${room.url}/account/login`);
      await fill(other, { 'User name': 'WANG', Password: PASSWORD });
      await other.keyboard.press('Enter');
      await other.getByText('Logged in as wang').waitFor();
      await other.locator('.now').click();
      await other.locator('.slot').first().waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Log out of all other browsers' }).waitFor();
      await page.getByText('Change password').first().click();
      const change = page.locator('section', { hasText: 'Change password' });
      await fill(change, { 'Current password': PASSWORD, 'New password': NEXT });
      await page.keyboard.press('Enter');
      await page.getByText('Your password was changed').waitFor();
      await page.getByRole('button', { name: 'Log out of all other browsers' }).waitFor({ state: 'detached' });
      await other.getByText('you were logged out').waitFor();
      await other.goto(room.url);
      await other.getByRole('link', { name: 'Log in' }).waitFor();
    });

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('paiju.json');

    await page.getByText('Delete account').click();
    const end = page.locator('section', { hasText: 'Delete account' });
    await end.getByLabel('Current password').fill(PASSWORD);
    await end.getByRole('button', { name: 'Delete permanently' }).click();
    await end.getByText('The password is wrong').waitFor();
    await end.getByLabel('Current password').fill(NEXT);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Log in' }).waitFor();
  });
});

const LOOKS = casesOf<[Size, Settings]>(
  [['phone-small', { language: 'zh', theme: 'light' }]],
  [['laptop', { language: 'en', theme: 'dark' }]],
);

test.each(LOOKS)('axe reports nothing and nothing overflows (%s)', async (size, settings) => {
  const shots = process.env.PAIJU_SHOTS;
  await inBrowser(size, settings, async (context) => {
    const page = await context.newPage();
    async function look(what: string): Promise<void> {
      await page.waitForLoadState('networkidle');
      expect(await findings(page), what).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0);
      if (shots) await page.screenshot({ path: `${shots}/${what}-${size}.png`, fullPage: true });
    }
    const submit = (): Promise<void> => page.locator('form button[type=submit]').first().click();

    await page.goto(`${room.url}/account`);
    await submit();
    await page.locator('[aria-invalid=true]').waitFor();
    await look('keep');
    await page.goto(room.url);
    await page.locator('.now').click();
    await page.locator('.slot').first().waitFor();
    await page.goto(`${room.url}/account/login`);
    await page.locator('.note').waitFor();
    await submit();
    await page.getByRole('alert').waitFor();
    await look('login');
    await page.goto(`${room.url}/account`);
    await page.locator('input[name=user]').fill(`look-${size}`);
    await page.locator('input[name=password]').fill(PASSWORD);
    await submit();
    await page.locator('details').first().waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
    await page.locator('form:has(input[autocomplete=off]) button').click();
    await page.locator('input[readonly][aria-label]').waitFor();
    await look('account');
    await page.goto(room.url);
    await page.locator('.who').waitFor();
    await look('home');
    await page.goto(`${room.url}/settings`);
    await look('settings');
  });
});
