/** Zi Pai and Gunzi with a friend: two browsers at one private table, and a third that watches. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { State } from '../src/games/zipai/types';
import type { Table } from '../src/wire/types';
import { inBrowser } from './browser';
import { deepTest } from './deepTests';
import { byMouse, errorsOf, isUnderWay, playHand, playTogether, playUntil, receivedTables } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

/** Claims get half the usual time: enough for a browser, and a hand takes half as long. */
const BRISK = { turn: 10, reserve: 30 };

/** Runs `work` with a phone in Chinese and a laptop in English. */
const withTwo = (work: (phone: Page, laptop: Page) => Promise<void>): Promise<void> =>
  inBrowser('phone', { language: 'zh' }, (phone) =>
    inBrowser('laptop', { language: 'en' }, async (laptop) => work(await phone.newPage(), await laptop.newPage())),
  );

const textsOf = (page: Page, what: string): Promise<string[]> => page.locator(what).allTextContents();

/** Checks that both pages show the same result and the same reasons. */
async function agree(one: Page, other: Page, tables: readonly Table[][]): Promise<void> {
  for (const what of ['.seats .points', '.account dd'])
    expect((await textsOf(one, `section.result ${what}`)).toSorted(), what).toEqual(
      (await textsOf(other, `section.result ${what}`)).toSorted(),
    );
  const [first, ...rest] = tables.map((received) => received.at(-1)!.hand!.reveal!.outcome);
  for (const outcome of rest) expect(outcome).toEqual(first);
  expect(first!.points.reduce((sum, points) => sum + points, 0)).toBe(0);
}

deepTest('a hand of Zi Pai with a friend and a bot; one player reloads and a third watches', async () => {
  await withTwo(async (phone, laptop) => {
    const errors = [errorsOf(phone), errorsOf(laptop)];
    const received = [receivedTables(phone), receivedTables(laptop)];
    const link = await playTogether(phone, laptop, room.url, 'zipai/guilin-3', BRISK);
    await inBrowser('tablet', { language: 'zh' }, async (third) => {
      const watching = await third.newPage();
      const seen = receivedTables(watching);
      await watching.goto(link);
      await watching.locator('.watching').waitFor();

      const playing = playHand(laptop, byMouse);
      await playUntil(phone, byMouse, isUnderWay(received[0]!, 20));
      await phone.reload();
      await phone.locator('.slot').first().waitFor();
      await Promise.all([playHand(phone, byMouse), playing, watching.locator('section.result').waitFor()]);

      const inPlay = seen.filter(({ hand }) => hand && !hand.reveal);
      expect(inPlay.length).toBeGreaterThan(5);
      for (const { you, hand } of inPlay) {
        const { secret } = hand!.view as State;
        expect([you, hand!.choices, hand!.hints, secret.stock]).toEqual([null, null, null, null]);
        expect(secret.hands.every((cards) => cards === null)).toBe(true);
      }
      expect(await watching.locator('.slot').count()).toBe(0);
      await agree(phone, laptop, [...received, seen]);
    });

    // The analysis adds stops for mistakes in steps that have no message.
    const analysed = phone.waitForResponse((response) => response.url().includes('/review'));
    await phone.locator('section.result a[href^="/replay/"]').click();
    await phone.locator('.steps').waitFor();
    await analysed;
    for (let step = 0; step < 3; step += 1) await phone.getByLabel('下一步').click();
    const move = new URL(phone.url());
    expect(Number(move.hash.slice(1))).toBeGreaterThan(2);
    const [place] = await textsOf(phone, '.steps .count');
    await laptop.goto(move.href);
    await laptop.getByText(place!, { exact: true }).waitFor();
    expect(errors.flat()).toEqual([]);
  });
});

deepTest('a hand of Gunzi with a friend and four bots; the score sheet keeps its row', async () => {
  await withTwo(async (phone, laptop) => {
    const errors = [errorsOf(phone), errorsOf(laptop)];
    const received = [receivedTables(phone), receivedTables(laptop)];
    await playTogether(phone, laptop, room.url, 'gunzi/six', BRISK);
    const teams = received.map((tables) => tables.at(-1)!.you! % 3);
    expect(teams).toEqual([0, 1]);
    await Promise.all([phone, laptop].map((page) => playHand(page, byMouse)));
    await agree(phone, laptop, received);

    const rows = 'section.result tr.hand-row td';
    await Promise.all([phone, laptop].map((page) => page.locator(rows).first().waitFor()));
    const cells = await textsOf(phone, rows);
    expect(cells).toHaveLength(5);
    for (const page of [phone, laptop]) {
      await page.reload();
      await page.locator(rows).first().waitFor();
      expect((await textsOf(page, rows)).slice(2)).toEqual(cells.slice(2));
    }
    expect(errors.flat()).toEqual([]);
  });
});
