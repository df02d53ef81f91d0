import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { playTogether } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

declare global {
  interface Window {
    heard: Set<string>;
  }
}

/** Records every utterance shown from now on. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.heard = new Set();
    new MutationObserver(() => {
      for (const said of document.querySelectorAll('.utterance')) window.heard.add(said.textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

const utterancesOf = (page: Page): Promise<string[]> => page.evaluate(() => [...window.heard]);

async function say(page: Page, phrase: string): Promise<void> {
  await page.getByRole('button', { name: 'Say', exact: true }).click();
  await page.getByRole('button', { name: phrase, exact: true }).click();
  await expect.poll(() => utterancesOf(page)).toContain(phrase);
}

async function choose(page: Page, what: RegExp): Promise<void> {
  await page.getByRole('button', { name: '菜单' }).click();
  // House players can be muted as well; people come first.
  await page.getByRole('button', { name: what }).first().click();
  await page.keyboard.press('Escape');
}

test('a muted player is not heard until unmuted', async () => {
  await inBrowser('phone', { language: 'zh' }, (mine) =>
    inBrowser('laptop', { language: 'en' }, async (theirs) => {
      const [phone, laptop] = [await mine.newPage(), await theirs.newPage()];
      await playTogether(phone, laptop, room.url, 'zipai/guilin-3', { turn: 0, reserve: 0 });
      await listen(phone);
      await listen(laptop);
      await choose(phone, /^屏蔽.*说的话$/);
      await say(laptop, 'Your move, please');
      await phone.reload();
      await phone.locator('main.table').waitFor();
      await listen(phone);
      await say(laptop, 'Well played');
      await choose(phone, /^不再屏蔽.*$/);
      await say(laptop, 'Thanks');
      // House players may have said something too.
      await expect.poll(async () => (await utterancesOf(phone)).at(-1)).toBe('谢谢');
      expect(await utterancesOf(phone)).not.toContain('打得好');
    }),
  );
});
