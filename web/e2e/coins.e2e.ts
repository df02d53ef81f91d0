/** Playing for coins: the rooms, one's purse, and what a hand moves. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { byMouse, playHand, toldTo } from './play';
import { openRoom, type Room } from './server';

/** As DDZ-9.1 has it: a coefficient of 1000 and a rake of 50. */
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

const folder = mkdtempSync(join(tmpdir(), 'paiju-rooms-'));
let room: Room;
beforeAll(async () => {
  writeFileSync(join(folder, 'worked.toml'), WORKED);
  Object.assign(process.env, { PAIJU_ROOMS: folder, PAIJU_COINS_START: '1000000', PAIJU_COINS_BOTS: '100000000' });
  room = await openRoom({ fast: true });
});
afterAll(async () => {
  await room.close();
  rmSync(folder, { recursive: true });
});

const amount = (text: string): number => Number(text.replace('−', '-').replace(/[^\d-]/g, ''));

test('a room is chosen, a hand is played, and each gains or loses its points times N less A', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const told = toldTo(page);
    await page.goto(`${room.url}/`);
    await page.getByRole('link', { name: '金币场' }).click();
    await page.getByText('金币只用来记输赢，不买也不卖').waitFor();
    const had = amount((await page.locator('.have').textContent())!);
    await page.getByRole('button', { name: '领今天的' }).click();
    await page.getByRole('button', { name: '今天领过了' }).waitFor();
    const purse = amount((await page.locator('.have').textContent())!);
    expect(purse).toBeGreaterThan(had);
    const worked = page.locator('li', { hasText: '算例场' });
    expect(await worked.locator('dd').allTextContents()).toEqual([' 1,000', ' 50', ' 20,000']);
    await worked.getByRole('button', { name: '找座' }).click();
    await page.locator('.slot').first().waitFor();
    expect(amount((await page.locator('.own .points').getAttribute('title'))!)).toBe(purse);
    await playHand(page, byMouse);
    const { reveal } = told.at(-1)!.hand!;
    const { points, winners } = reveal!.outcome;
    const expected = winners.length === 0 ? points : points.map((x) => x * 1000 - 50);
    const shown = (await page.locator('section.result .points').allTextContents()).map(amount);
    // One's own seat stands first.
    expect(shown.toSorted()).toEqual(expected.toSorted());
    await page.getByText('每分 1,000 金币，每人桌费 50').waitFor();
  });
});
