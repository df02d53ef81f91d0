/** Rare events: a removed player, a setting changed in another tab, a server without HTTPS, a reloaded page. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from './axe';
import { inBrowser } from './browser';
import { playHandByHousePlayer } from './housePlayerHand';
import { byMouse, openTable, playHand, playTogether } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const PAIJU = fileURLToPath(new URL('../../.venv/bin/paiju', import.meta.url));
const PACE = { turn: 0, reserve: 0 };

test('a removed player is told so', async () => {
  await inBrowser('phone', { language: 'zh' }, (hosts) =>
    inBrowser('laptop', { language: 'en' }, async (guests) => {
      const [host, guest] = [await hosts.newPage(), await guests.newPage()];
      await guest.goto(await openTable(host, room.url, 'doudizhu/qq', PACE));
      await guest.getByRole('button', { name: 'Sit here' }).first().click();
      await host.getByText('禁言或移出').click();
      await host.getByRole('button', { name: /^移出/ }).click();
      await guest.getByRole('alert').filter({ hasText: 'removed you from this table' }).waitFor();
    }),
  );
});

test('a player who leaves before the first hand gives up the seat and may come back', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const link = await openTable(page, room.url, 'doudizhu/qq', PACE);
    await page.getByRole('button', { name: '离开牌桌' }).click();
    await page.locator('.now').waitFor();
    expect(await page.getByRole('heading', { name: '我的牌桌' }).count()).toBe(0);
    expect(await page.locator(`a[href="${new URL(link).pathname}"]`).count()).toBe(0);
    await page.goto(link);
    await page.getByRole('button', { name: '坐这里' }).first().click();
    await page.getByRole('button', { name: '离开牌桌' }).waitFor();
  });
});

test('a setting changed in one tab applies to the others, including bot names; the title says whose turn it is', async () => {
  await inBrowser('laptop', { language: 'zh' }, async (context) => {
    const [table, other] = [await context.newPage(), await context.newPage()];
    await other.goto(`${room.url}/settings`);
    await table.goto(`${room.url}/new/doudizhu/qq`);
    await table.getByRole('button', { name: '开桌' }).click();
    await table.getByRole('button', { name: '开始，空位由电脑坐' }).click();
    await table.locator('.controls .button').first().waitFor();
    await table.reload();
    await table.locator('.controls .button').first().waitFor();
    expect(await table.title()).toBe('轮到你了 · 叫分斗地主 · 牌局');
    await other.getByRole('button', { name: 'English' }).last().click();
    await table.getByRole('button', { name: 'Leave the table' }).waitFor();
    expect(await table.title()).toBe('Your turn · Dou Dizhu · bid 1–3 · paiju');
    const names = await table.locator('.plate .name').allTextContents();
    expect(names.filter((name) => /^[A-Z]/.test(name))).toHaveLength(3);
  });
});

test('the home page links to the running hand, and retries when the server does not answer', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const link = await openTable(page, room.url, 'doudizhu/duel', PACE);
    await page.locator('.go .primary').click();
    await page.locator('.controls .button').first().waitFor();
    await context.setOffline(true);
    await page.evaluate(() => {
      history.pushState(null, '', '/');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.getByRole('alert').getByRole('button', { name: '再试一次' }).click();
    await page.getByRole('alert').waitFor();
    await context.setOffline(false);
    await page.getByText('轮到你了').first().waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: '设置' }).click();
    await page.getByRole('link', { name: '继续牌局' }).click();
    await page.locator('.controls .button').first().waitFor();
    await page.goto(room.url);
    await page.locator('a.now').click();
    await page.locator('.controls .button').first().waitFor();
    expect(page.url()).toBe(link);
  });
});

test("open pages notice when the player's hand is over", async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await openTable(page, room.url, 'doudizhu/duel', PACE);
    await page.locator('.go .primary').click();
    await page.locator('.controls .button').first().waitFor();
    const [home, settings] = [await context.newPage(), await context.newPage()];
    await home.goto(room.url);
    await settings.goto(`${room.url}/settings`);
    await home.locator('a.now').waitFor();
    await settings.getByRole('link', { name: '继续牌局' }).waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: '菜单' }).click();
    await page.locator('.menu').getByRole('button', { name: '托管' }).click();
    await home.locator('button.now').waitFor();
    await settings.getByRole('link', { name: '继续牌局' }).waitFor({ state: 'detached' });
  });
});

test('a link can be copied without HTTPS', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await openTable(page, room.url, 'doudizhu/qq', PACE);
    await page.getByRole('button', { name: '复制', exact: true }).click();
    await page.getByRole('button', { name: '已复制' }).waitFor();
  });
});

test('the command line verifies a downloaded hand record', async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(room.url);
    await page.goto(`${room.url}/replay/${await playHandByHousePlayer(page, 'doudizhu/duel')}`);
    await page.getByLabel('Record and proof').click();
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the record' }).click();
    const file = await (await coming).path();
    expect(execFileSync(PAIJU, ['--lang', 'en', 'verify', file], { encoding: 'utf8' })).toContain('All checks passed');
  });
});

test('a guest leaves in mid-hand, returns by the link and takes over again', async () => {
  await inBrowser('phone', { language: 'zh' }, (hosts) =>
    inBrowser('laptop', { language: 'en' }, async (guests) => {
      const [host, guest] = [await hosts.newPage(), await guests.newPage()];
      const link = await playTogether(host, guest, room.url, 'gunzi/six', { turn: 60, reserve: 180 });
      await guest.getByRole('button', { name: 'Leave the table' }).click();
      await guest.getByRole('alertdialog').getByRole('button', { name: 'Leave the table' }).click();
      await guest.locator('.now').waitFor();
      await guest.goto(link);
      await guest.getByRole('button', { name: 'Take over' }).click();
      await guest.getByRole('button', { name: 'Take over' }).waitFor({ state: 'detached' });
    }),
  );
});

test("the device's voice calls plays, and a key turns it off", async () => {
  await inBrowser('laptop', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    // The browser has no voices, so the test replaces them.
    await page.addInitScript(() => {
      const said: string[] = [];
      const voice = { lang: 'zh-CN' };
      const speechSynthesis = {
        getVoices: () => [voice],
        speak: (call: { text: string; onend: () => void }) => (said.push(call.text), call.onend()),
        cancel: () => undefined,
      };
      class SpeechSynthesisUtterance {
        constructor(readonly text: string) {}
      }
      for (const [name, value] of Object.entries({ said, speechSynthesis, SpeechSynthesisUtterance }))
        Object.defineProperty(window, name, { value });
    });
    const saidNow = (): Promise<string[]> => page.evaluate(() => [...(window as unknown as { said: string[] }).said]);
    await openTable(page, room.url, 'doudizhu/duel', PACE);
    await page.locator('.go .primary').click();
    await playHand(page, byMouse);
    const said = await saidNow();
    expect(said.length).toBeGreaterThan(3);
    expect(said.some((call) => /^(要不起|对|顺子|三|[3-9JQKA2]|10)/.test(call))).toBe(true);
    const heard = (): Promise<unknown[]> =>
      page.evaluate(() => {
        const { sound, calls, vibration } = JSON.parse(localStorage.getItem('paiju.settings')!) as Record<
          string,
          unknown
        >;
        return [sound, calls, vibration];
      });
    const before = await heard();
    await page.keyboard.press('m');
    expect(await heard()).toEqual([false, false, false]);
    await page.keyboard.press('m');
    expect(await heard()).toEqual(before);
    await page.keyboard.press('m');
    await page.locator('section.result .primary').click();
    await playHand(page, byMouse);
    expect(await saidNow()).toEqual(said);
  });
});
