/** The names of plays: the table message contains them, so they survive a reload. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { deepTest } from './deepTests';
import { byMouse, openTable, playHand, playUntil } from './play';
import { openScenes, showScene } from './scenes';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const captions = (page: Page): Promise<string[]> => page.locator('.stage .caption strong').allTextContents();

deepTest('the play to beat keeps its name after a reload and in the replay, which ends as the hand did', async () => {
  await inBrowser('laptop', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await openTable(page, room.url, 'doudizhu/duel', { turn: 0, reserve: 0 });
    await page.locator('.go .primary').click();
    let heard = false;
    const looks = setInterval(
      () =>
        void page
          .locator('[data-do=without]')
          .isVisible()
          .then((seen) => (heard ||= seen)),
      60,
    );
    await playUntil(page, byMouse, () => heard);
    clearInterval(looks);
    await page.locator('.stage .caption strong').waitFor();
    const before = await captions(page);
    await page.reload();
    await page.locator('.stage .caption strong').waitFor();
    expect(await captions(page)).toEqual(before);

    await playHand(page, byMouse);
    const ended = await page.locator('section.result :is(h2, .formula, .seats)').allTextContents();
    await page.locator('section.result a[href*="/replay/"]').click();
    await page.locator('.steps').waitFor();
    await page.keyboard.press('End');
    const headline = await page.locator('section.result h2').count();
    expect(headline).toBe(0);
    const names = (await page.locator('.stage .words b, .stage .me b').allTextContents()).filter(Boolean);
    expect(names.some((name) => ended.join().includes(name))).toBe(true);
    const move = page.locator('.stage :is(figure.last .name, .said)');
    await move.waitFor();
    expect(await move.textContent()).toMatch(/(单张|对|三|顺子|连对|飞机|四带|\d 张炸弹|炸弹|火箭)/);
  });
});

test('a tap on a seat shows its previous play, and another tap hides it', async () => {
  await inBrowser('sideways', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'fourPlay');
    await page.getByRole('button', { name: 'Guest 4711刚才出的牌' }).click();
    const peek = page.getByRole('status').filter({ hasText: 'Guest 4711' });
    expect(await peek.textContent()).toContain('连对 3–7');
    expect(await peek.locator('.card').count()).toBe(10);
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
  });
});

test('a play of Gunzi is announced by its name', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'gunziFollow');
    expect(await page.locator('.play.beat').textContent()).toContain('炸子 ♠2');
  });
});
