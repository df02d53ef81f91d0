/** Playing for coins: the rooms, the wallet, and what a hand transfers. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { receivedTables } from './play';
import { openRoom, type Room } from './server';

/** The worked example of DDZ-9.1: a coefficient of 1000 and a rake of 50. */
const WORKED = `
family = "doudizhu"
name = "worked"
title = { zh = "算例场", en = "Worked example" }
ruleset = "qq"
coefficient = 1000
rake = 50
enter = 20000
stay = 5000
bots = 0
`;

/**
 * The landlord's plays in order. The other players cannot beat any of them and play no card: a bid of 3 and a spring
 * give X = 6. Each of them holds one joker, so there is no bomb.
 */
const PLAYS = ['3456789TJQKA', '22277', 'KKK'];
const DEALT = { ruleset: 'qq', hands: ['3456789TJQKA22277', 'B', 'R'], bottom: 'KKK' };

const folder = mkdtempSync(join(tmpdir(), 'paiju-rooms-'));
let room: Room;
beforeAll(async () => {
  writeFileSync(join(folder, 'worked.toml'), WORKED);
  Object.assign(process.env, { PAIJU_ROOMS: folder, PAIJU_COINS_START: '1000000', PAIJU_COINS_BOTS: '100000000' });
  room = await openRoom({ fast: true, dealt: DEALT });
});
afterAll(async () => {
  await room.close();
  rmSync(folder, { recursive: true });
});

const amount = (text: string): number => Number(text.replace('−', '-').replace(/[^\d-]/g, ''));

/**
 * Selects cards with the keyboard, lowest first, and plays them. Waits until earlier plays have left the hand, so that
 * none of their cards is selected.
 */
async function lead(page: Page, ranks: string, held: number): Promise<void> {
  await page.locator('.controls [data-do=play]').waitFor();
  await page.waitForFunction((held) => document.querySelectorAll('[data-slot]').length === held, held);
  for (const rank of ranks) await page.locator(`[data-slot^="${rank}"][aria-pressed=false]`).first().press(' ');
  await page.locator('.controls [data-do=play]:enabled').click();
}

test("a hand in a coin room transfers the coins of the rulebook's example", async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const received = receivedTables(page);
    await page.goto(`${room.url}/`);
    await page.getByRole('link', { name: '金币场' }).click();
    await page.getByText('金币只用来记输赢，不买也不卖').waitFor();
    const had = amount((await page.locator('.have').textContent())!);
    await page.getByRole('button', { name: '领今天的' }).click();
    await page.getByRole('button', { name: '今天领过了' }).waitFor();
    const purse = amount((await page.locator('.have').textContent())!);
    expect(purse).toBeGreaterThan(had);
    const worked = page.locator('li', { hasText: '算例场' });
    expect(await worked.locator('dd').allTextContents()).toEqual([' 1,000', ' 50', ' 20,000', ' 5,000']);
    await worked.getByRole('button', { name: '找座' }).click();
    await page.locator('.slot').first().waitFor();
    expect(amount((await page.locator('.own .points').getAttribute('title'))!)).toBe(purse);
    await page.locator('.controls .button', { hasText: '3 分' }).click();
    for (const [at, ranks] of PLAYS.entries()) await lead(page, ranks, PLAYS.slice(at).join('').length);
    const result = page.locator('section.result');
    await result.waitFor();
    expect(received.at(-1)!.hand!.reveal!.outcome.points.toSorted((a, b) => b - a)).toEqual([12, -6, -6]);
    expect(await result.locator('.formula b').allTextContents()).toEqual(['3', '2', '6']);
    // The viewer's seat is first: 6 × 2 × 1000 − 50, and −(6 × 1000 + 50) for each of the others.
    expect(await result.locator('.seats .points').allTextContents()).toEqual([' +11,950', ' −6,050', ' −6,050']);
    expect(received.at(-1)!.hand!.reveal!.coins!.house).toBe(150);
    await page.getByText('底分 1,000 金币，每人台费 50').waitFor();
  });
});
