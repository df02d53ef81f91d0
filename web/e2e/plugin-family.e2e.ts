/** A family from another package, unknown to the client: played at the plain table. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from './axe';
import { inBrowser } from './browser';
import { errorsOf, openTable } from './play';
import { openRoom, type Room } from './server';

const RULESET = 'highcard/three';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true, guest: true });
});
afterAll(() => room.close());

/** Opens a table with bots and starts a hand. */
async function begin(page: Page): Promise<void> {
  await openTable(page, room.url, RULESET, { turn: 0, reserve: 0 });
  await page.locator('.go .primary').click();
  await page.locator('.choices .button').first().waitFor();
}

/** Plays until the hand is over, with `choose` for each move. */
async function playOn(page: Page, choose: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await expect.poll(() => page.locator('.choices .button').count(), { timeout: 10_000 }).toBe(5 - turn);
    await choose();
  }
  await page.locator('section.result').waitFor();
}

test('a hand by mouse on a phone, in Chinese, and its replay', async () => {
  await inBrowser('phone-small', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const errors = errorsOf(page);
    await begin(page);
    await expect.poll(() => page.locator('.choices .button').first().textContent()).toMatch(/^出 \d+$/);
    expect(await page.locator('.own .card').count()).toBe(5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await findings(page)).toEqual([]);
    await playOn(page, () => page.locator('.choices .button').first().click());
    const result = page.locator('section.result');
    expect(await result.textContent()).toContain('牌已出完');
    await result.locator('a', { hasText: '复盘' }).click();
    await page.locator('.steps').waitFor();
    await page.keyboard.press('End');
    await page.locator('.what').first().waitFor();
    expect(errors).toEqual([]);
  });
});

test('a hand by keyboard on a laptop, in English and dark; events are announced', async () => {
  await inBrowser('laptop', { language: 'en', theme: 'dark' }, async (context) => {
    const page = await context.newPage();
    const errors = errorsOf(page);
    await begin(page);
    const heard = page.locator('main.table > [aria-live=polite]');
    expect(await findings(page)).toEqual([]);
    await playOn(page, async () => {
      await page.keyboard.press('1');
      await expect.poll(() => heard.textContent(), { timeout: 10_000 }).toMatch(/played \d+|took the trick/);
    });
    expect(await page.locator('section.result').textContent()).toContain('All cards are played');
    expect(errors).toEqual([]);
  });
});

test("the plain family's table settings and rules work as for any game", async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${room.url}/rules/${RULESET}`);
    await page.getByText('Cards each').first().waitFor();
    await page.goto(`${room.url}/`);
    await page.getByText('High Card for three').first().waitFor();
    await page.goto(`${room.url}/new/${RULESET}`);
    await page.locator('option', { hasText: 'High Card for three' }).first().waitFor({ state: 'attached' });
  });
});
