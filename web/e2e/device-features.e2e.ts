/**
 * What a device offers at the table: notifications, vibration, sharing. The browser here has none of them, so the test
 * replaces them.
 */

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { byMouse, openTable, playUntil } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const PACE = { turn: 0, reserve: 0 };

/** The calls that the page has made to the device. */
const deviceCalls = (page: Page, what: 'told' | 'shaken' | 'shared'): Promise<unknown[]> =>
  page.evaluate((name) => [...((window as unknown as Record<string, unknown[]>)[name] ?? [])], what);

async function withDevice(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const [told, shaken, shared]: unknown[][] = [[], [], []];
    class Notification {
      static permission = 'default';
      static requestPermission(): Promise<string> {
        return Promise.resolve((Notification.permission = 'granted'));
      }
      constructor(title: string) {
        told!.push(title);
      }
    }
    const navigators = {
      vibrate: (time: number) => shaken!.push(time),
      share: (what: unknown) => Promise.resolve(shared!.push(what)),
    };
    for (const [name, value] of Object.entries({ told, shaken, shared, Notification }))
      Object.defineProperty(window, name, { value });
    for (const [name, value] of Object.entries(navigators)) Object.defineProperty(navigator, name, { value });
  });
  return page;
}

const hide = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('a player who missed a turn in a hidden window is offered notifications, and then gets them', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await withDevice(context);
    await openTable(page, room.url, 'doudizhu/duel', PACE);
    await page.locator('.go .primary').click();
    await page.locator('.controls .button').first().waitFor();
    expect(await page.getByRole('button', { name: '提醒我' }).count()).toBe(0);
    await hide(page, true);
    let offered = false;
    const offer = page.getByRole('button', { name: '提醒我' });
    const looks = setInterval(() => void offer.isVisible().then((seen) => (offered ||= seen)), 60);
    await playUntil(page, byMouse, () => offered);
    clearInterval(looks);
    await hide(page, false);
    await offer.click();
    await offer.waitFor({ state: 'detached' });
    await hide(page, true);
    let turns = 0;
    const asks = setInterval(() => void deviceCalls(page, 'told').then(({ length }) => (turns = length)), 60);
    await playUntil(page, byMouse, () => turns > 0);
    clearInterval(asks);
    expect((await deviceCalls(page, 'told'))[0]).toBe('轮到你了');

    expect((await deviceCalls(page, 'shaken')).length).toBeGreaterThan(0);
    await page.keyboard.press('v');
    expect(
      await page.evaluate(
        () => (JSON.parse(localStorage.getItem('paiju.settings')!) as { vibration: boolean }).vibration,
      ),
    ).toBe(false);
  });
});

test("an invitation is shared with the device's share sheet", async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await withDevice(context);
    const link = await openTable(page, room.url, 'doudizhu/qq', PACE);
    await page.getByRole('button', { name: '分享' }).click();
    expect(await deviceCalls(page, 'shared')).toMatchObject([{ url: link }]);
  });
});

test('friends can send free text at a public table after a hand', async () => {
  await inBrowser('laptop', { language: 'zh' }, (ours) =>
    inBrowser('laptop', { language: 'en' }, async (theirs) => {
      const [one, other] = [await ours.newPage(), await theirs.newPage()];
      const names: string[] = [];
      for (const page of [one, other]) {
        await page.goto(room.url);
        await page.locator('.now').waitFor();
        names.push(
          await page.evaluate(
            async () => ((await (await fetch('/api/session', { method: 'POST' })).json()) as { name: string }).name,
          ),
        );
      }
      await one.evaluate((name) => fetch(`/api/me/follows/${encodeURIComponent(name)}`, { method: 'PUT' }), names[1]!);
      await other.evaluate(
        (name) => fetch(`/api/me/follows/${encodeURIComponent(name)}`, { method: 'PUT' }),
        names[0]!,
      );
      const table = await one.evaluate(async () => {
        const body = JSON.stringify({ ruleset: 'doudizhu/duel', pace: { turn: 0, reserve: 0 } });
        const headers = { 'content-type': 'application/json' };
        return ((await (await fetch('/api/tables', { method: 'POST', headers, body })).json()) as { table: string })
          .table;
      });
      await one.goto(`${room.url}/t/${table}`);
      await other.goto(`${room.url}/t/${table}`);
      await other.locator('li .sit').first().click();
      await other.locator('.go .primary').click();
      await one.locator('.go .primary').click();
      for (const page of [one, other]) {
        await page.locator('main.table').waitFor();
        await page.getByRole('button', { name: /菜单|Menu/ }).click();
        await page
          .locator('.menu')
          .getByRole('button', { name: /托管|Auto/ })
          .click();
      }
      await one.locator('section.result').waitFor({ timeout: 60_000 });
      await one.locator('section.result').getByRole('button', { name: '快捷语' }).click();
      await one.getByLabel('说点什么').fill('打得真好');
      await one.keyboard.press('Enter');
      await other.getByText('打得真好').waitFor();
    }),
  );
});
