/** Paiju installed from the wheel alone, served below a path: a hand is played. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { byMouse, errorsOf, openTable, playHand } from './play';
import { openRoom, type Room } from './server';

const INSTALL = fileURLToPath(new URL('../../scripts/install-built', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paiju-built-'));

let room: Room;
beforeAll(async () => {
  const python = execFileSync(INSTALL, [folder, 'room'], { encoding: 'utf-8' }).trim();
  room = await openRoom({ fast: true, path: '/our/cards', python });
}, 300_000);
afterAll(async () => {
  await room.close();
  rmSync(folder, { recursive: true });
});

test('a hand, its replay, and the link back to a home page below a path', async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    const errors = errorsOf(page);
    const strays: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${room.url}/`) && !request.url().startsWith('data:')) strays.push(request.url());
    });
    await openTable(page, room.url, 'doudizhu/duel', { turn: 0 });
    expect(await page.locator('input[readonly]').inputValue()).toBe(page.url());
    await page.locator('.go .primary').click();
    await playHand(page, byMouse);
    await page.locator('section.result a[href*="/replay/"]').click();
    await page.locator('.review').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/our\/cards\/replay\//);
    await page.goto(`${room.url}/rules`);
    await page.locator('a[href$="/rules/doudizhu/qq"]').first().click();
    await page.waitForURL(`${room.url}/rules/doudizhu/qq`);
    await page.goBack();
    await page.waitForURL(`${room.url}/rules`);
    expect(strays).toEqual([room.url]);
    expect(errors).toEqual([]);
  });
});
