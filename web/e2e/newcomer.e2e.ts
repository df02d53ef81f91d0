/** From the link to the third hand: what somebody new and two friends do, without explaining anything to each other. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { IS_DEEP } from './deepTests';
import { byKeys, byMouse, openTable, playHand, playTogether, receivedTables } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const SLOW = { turn: 0, reserve: 0 };
const BRISK = { turn: 10, reserve: 30 };
const AGAIN = 'section.result footer .primary';

test('somebody new opens an invitation and plays with one gold button', async () => {
  await inBrowser('laptop', { language: 'zh' }, (first) =>
    inBrowser('phone-small', { language: 'zh' }, async (second) => {
      const [host, guest] = [await first.newPage(), await second.newPage()];
      const link = await openTable(host, room.url, 'doudizhu/qq', SLOW);
      await guest.goto(link);
      await guest.getByRole('heading', { level: 1, name: /叫你来打/ }).waitFor();
      expect(await guest.getByAltText('扫一扫进桌').count()).toBe(0); // a guest has nothing to scan
      expect(await guest.locator('.button.primary').count()).toBe(1);
      await guest.locator('.invited .primary').click();
      await guest.locator('.go .button:not(.primary)').first().waitFor(); // ready
      await guest.locator('#called').waitFor(); // the name is asked now
      expect(await host.locator('.manage[open]').count()).toBe(0);
      await host.locator('.go .primary').click();
      await Promise.all([host, guest].map((page) => page.locator('main.table .slot').first().waitFor()));
    }),
  );
});

/** How many hands two people play in a row; two have one change between hands. */
const HANDS = IS_DEEP ? 3 : 2;

test(`two people play ${HANDS} hands in a row, each hand with one key or one tap`, async () => {
  await inBrowser('phone', { language: 'zh' }, (first) =>
    inBrowser('laptop', { language: 'en' }, async (second) => {
      const [phone, laptop] = [await first.newPage(), await second.newPage()];
      await playTogether(phone, laptop, room.url, 'doudizhu/qq', BRISK);
      for (let hand = 1; hand <= HANDS; hand += 1) {
        await Promise.all([playHand(phone, byMouse), playHand(laptop, byKeys)]);
        await Promise.all([phone, laptop].map((page) => page.locator(AGAIN).waitFor()));
        if (hand === HANDS) break;
        await laptop.keyboard.press('Enter');
        await phone.locator(AGAIN).click();
        await Promise.all([phone, laptop].map((page) => page.locator('section.result').waitFor({ state: 'detached' })));
      }
    }),
  );
}, 400_000);

/** The tip that is shown, or an empty string. */
const tipOf = async (page: Page): Promise<string> =>
  (await page.locator('.coach').isVisible()) ? page.locator('.coach p').innerText() : '';

test('a tip is shown at the first question, and one tap ends them for good', async () => {
  await inBrowser('phone-small', { language: 'en', coach: true }, async (context) => {
    const page = await context.newPage();
    await openTable(page, room.url, 'doudizhu/qq', SLOW);
    await page.locator('.go .primary').click();
    await page.locator('.coach').waitFor();
    // Who bids first is chance, and a bot that bids 3 leaves a lead to follow.
    const bids = (await page.locator('.controls .button', { hasText: 'Bid' }).count()) > 0;
    expect(await tipOf(page)).toMatch(bids ? /highest bidder is the landlord/ : /^Beat it|^Nothing of yours/);
    const [tip, controls] = [await page.locator('.coach').boundingBox(), await page.locator('.controls').boundingBox()];
    expect(tip!.y + tip!.height).toBeLessThanOrEqual(controls!.y);
    await page.getByRole('button', { name: 'No more tips' }).click();
    expect(await page.locator('.coach').count()).toBe(0);
    await page.reload();
    await page.locator('.slot').first().waitFor();
    await page.locator('.controls .button').first().waitFor();
    expect(await page.locator('.coach').count()).toBe(0);
  });
});

test('among bots a move is taken back with one key, and the hand goes on from before it', async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    const tables = receivedTables(page);
    await openTable(page, room.url, 'doudizhu/qq', SLOW);
    await page.locator('.go .primary').click();
    await page.locator('.controls .button').first().waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    const before = tables.at(-1)!.hand!;
    // A hint is no choice; it comes first if bots have bid so high that the first question is what to follow with.
    await page.locator('.controls .button:not([data-do=hint])').first().click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('u');
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await expect.poll(() => tables.at(-1)!.hand!.choices?.decision ?? 0).toBeGreaterThan(before.choices!.decision);
    expect(tables.at(-1)!.hand!.question).toEqual(before.question);
    await playHand(page, byKeys);
  });
}, 200_000);

test('an empty room shows bots at play, and one takes a seat among them', async () => {
  const lively = await openRoom({ fast: true, demos: 1 });
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(lively.url);
    await page.getByText('House players').waitFor({ timeout: 30_000 });
    await page.locator('.hero .watch').click();
    await page.getByRole('button', { name: 'Play with them' }).click();
    await page
      .locator(AGAIN)
      .or(page.getByRole('button', { name: 'Play again' }))
      .first()
      .waitFor({ timeout: 120_000 });
    await page.keyboard.press('Enter');
    await page.locator('.slot').first().waitFor();
  });
  await lively.close();
}, 200_000);
