/** A room in which nobody plays shows what was played, and by whom; the list of hands is one, under two addresses. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { byMouse, playHand } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

/** Plays a hand with bots at a public table; returns the player's name. */
async function playInPublic(page: Page): Promise<string> {
  await page.goto(room.url);
  await page.locator('.who').waitFor();
  const [table, name] = await page.evaluate(async () => {
    const body = JSON.stringify({ ruleset: 'doudizhu/duel-rotate', private: false, bots: '' });
    const headers = { 'content-type': 'application/json' };
    const opened = (await (await fetch('/api/tables', { method: 'POST', headers, body })).json()) as { table: string };
    const me = (await (await fetch('/api/me')).json()) as { name: string };
    return [opened.table, me.name] as const;
  });
  await page.goto(`${room.url}/t/${table}`);
  await page.locator('.go .primary').click();
  await playHand(page, byMouse);
  return name;
}

test('the home page of a quiet room leads to the hand and to who played it, and /hands lists it too', async () => {
  await inBrowser('phone', { language: 'zh' }, async (first) => {
    const player = await first.newPage();
    const name = await playInPublic(player);
    await player.goto(`${room.url}/hands`);
    const listed = await player.locator('a[href^="/replay/"]').getAttribute('href');
    await player.goto(`${room.url}/player`);
    expect(await player.locator('.history a[href^="/replay/"]').getAttribute('href')).toBe(listed);

    await inBrowser('laptop', { language: 'en' }, async (second) => {
      const page = await second.newPage();
      await page.goto(room.url);
      await page.getByRole('region', { name: 'Here lately' }).getByRole('link', { name }).waitFor();
      const hand = page.getByRole('region', { name: 'Recent hands' }).getByRole('link');
      expect(await hand.getAttribute('href')).toBe(listed);
      expect(await hand.innerText()).toMatch(/just now|min ago/);
      await hand.click();
      await page.locator('.steps').waitFor();
    });
  });
});
