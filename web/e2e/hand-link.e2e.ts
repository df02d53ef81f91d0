/** The link to a hand works for everybody until one of the players withdraws it. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { casesOf } from './deepTests';
import { playHandByHousePlayer } from './housePlayerHand';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const SHOTS = process.env['SHOTS'];

const LANGUAGES = casesOf<
  readonly [language: 'zh' | 'en', steps: string, withdraw: string, yes: string, withdrawn: string]
>(
  [['zh', '牌局记录与验证', '撤回链接', '撤回', '只有打过的人能打开。']],
  [['en', 'Record and proof', 'Withdraw the link', 'Withdraw it', 'only its players can open it.']],
);

test.each(LANGUAGES)(
  'a player withdraws the link to a hand (%s)',
  async (language, steps, withdraw, yes, withdrawn) => {
    await inBrowser('phone', { language }, async (player) => {
      const page = await player.newPage();
      await page.goto(room.url);
      const hand = await playHandByHousePlayer(page, 'doudizhu/duel-rotate');
      const tables = (await (await page.request.get(`${room.url}/api/me/tables`)).json()) as { id: string }[];
      const { id: table } = tables[0]!;

      await inBrowser('phone', { language }, async (stranger) => {
        const other = await stranger.newPage();
        await other.goto(`${room.url}/replay/${hand}`);
        await other.getByLabel(steps).click();
        await other.locator('section.panel').waitFor();
        expect(await other.getByRole('button', { name: withdraw }).count()).toBe(0);
        expect(await other.content()).not.toContain(table);

        // An old link works only for a player, and redirects to the one that may be shared.
        await page.goto(`${room.url}/replay/${table}-1#3`);
        await page.locator('.steps').waitFor();
        await page.waitForURL(new RegExp(`/replay/${hand}#3$`));
        await page.getByLabel(steps).click();
        await page.getByRole('button', { name: withdraw }).click();
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/withdraw-${language}.png` });
        await page.getByRole('button', { name: yes, exact: true }).click();
        await page.getByText(withdrawn).waitFor();
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/withdrawn-${language}.png` });

        for (const link of [hand, `${table}-1`]) {
          await other.goto(`${room.url}/replay/${link}`);
          await other.getByRole('alert').waitFor();
          expect(await other.locator('.steps').count()).toBe(0);
        }
        await page.goto(`${room.url}/replay/${hand}`);
        await page.getByLabel(steps).click();
        await page.getByText(withdrawn).waitFor();
        expect(await page.getByRole('button', { name: withdraw }).count()).toBe(0);
      });
    });
  },
);
