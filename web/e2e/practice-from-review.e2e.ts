/** Practice: a reviewed hand goes on with bots from the shown position, over a reload, to its end and again; nothing is kept. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { casesOf } from './deepTests';
import { playHandByHousePlayer } from './housePlayerHand';
import { byMouse, errorsOf, playHand, playUntil, receivedTables } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

/** Ids of the player's finished hands. */
const handsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const hands = (await (await fetch('/api/me/hands')).json()) as { id: string }[];
    return hands.map(({ id }) => id);
  });

/** Opens the review of a hand that the house played, and waits for its foot. */
async function openReview(page: Page, ruleset: string, at = ''): Promise<string> {
  await page.goto(room.url);
  await page.locator('.who').waitFor();
  const hand = await playHandByHousePlayer(page, ruleset);
  await page.goto(`${room.url}/replay/${hand}${at}`);
  await page.locator('.review footer .primary').waitFor();
  return hand;
}

const primary = (page: Page) => page.locator('.review footer .primary');

const HANDS = casesOf<readonly [ruleset: string, language: 'zh' | 'en', moves: number]>(
  [['doudizhu/qq', 'zh', 6]],
  [
    ['zipai/guilin-3', 'en', 12],
    ['gunzi/six', 'zh', 240],
  ],
);

test.each(HANDS)('a hand of %s goes on from the shown move, over a reload (%s)', async (ruleset, language, moves) => {
  await inBrowser('phone', { language, motion: 'off' }, async (context) => {
    const page = await context.newPage();
    const errors = errorsOf(page);
    const received = receivedTables(page);
    const hand = await openReview(page, ruleset, `#${moves}`);
    await primary(page).click();
    await page.waitForURL(/\/t\//);
    await page.locator('main.table').waitFor();
    const begun = received.at(-1)!;
    expect(begun.hand!.practice!.hand).toBe(hand);
    expect(begun.hand!.practice!.moves).toBeLessThanOrEqual(moves);
    expect(begun.seats.filter(({ kind }) => kind === 'bot')).toHaveLength(begun.seats.length - 1);
    // A move of one's own, if the hand lasts so long; then the page is loaded anew.
    const acted = (): boolean => received.some(({ steps, you }) => steps.some(({ seat }) => seat === you));
    await playUntil(page, byMouse, acted);
    await page.reload();
    await page.locator('main.table').waitFor();
    expect(received.at(-1)!.hand!.practice!.hand).toBe(hand);
    await playHand(page, byMouse);
    await page.locator('section.result').waitFor();
    expect(await handsOf(page)).toEqual([hand]);

    await page.locator('section.result footer .primary').click();
    await page.locator('section.result').waitFor({ state: 'detached' });
    expect(received.at(-1)!.table.phase).toBe('playing');
    await playHand(page, byMouse);
    await page
      .locator('section.result')
      .getByRole('button', { name: language === 'zh' ? '回到复盘' : 'Back to the review' })
      .click();
    await page.waitForURL(new RegExp(`/replay/${hand}`));
    await page.locator('.review').waitFor();
    expect(await handsOf(page)).toEqual([hand]);
    expect(errors).toEqual([]);
  });
});

test('keys open the same deal, its end offers nothing else, and leaving leads back without a question', async () => {
  await inBrowser('laptop', { language: 'en', motion: 'off' }, async (context) => {
    const page = await context.newPage();
    const received = receivedTables(page);
    const hand = await openReview(page, 'doudizhu/qq');
    expect(await primary(page).textContent()).toBe('Play on from here');
    await page.keyboard.press('End');
    // The last move may be one's own, before which one can still play on; the seat turns to another.
    if ((await primary(page).textContent()) === 'Play on from here') await page.keyboard.press('f');
    expect(await page.locator('.review footer .button').allTextContents()).toEqual(['Same deal again']);
    await page.keyboard.press('Home');
    await page.keyboard.press('r');
    await page.waitForURL(/\/t\//);
    await page.locator('main.table').waitFor();
    expect(received.at(-1)!.hand!.practice!.moves ?? 0).toBe(0);
    await page.locator('.bar button, header button').first().click();
    await page.waitForURL(new RegExp(`/replay/${hand}$`));
    await page.getByRole('button', { name: 'Summary' }).click();
    expect(await primary(page).textContent()).toBe('Same deal again');
    await page.keyboard.press('Escape');
    await page.locator('.review h1').click();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/t\//);
    const tables = await page.evaluate(
      async () => (await (await fetch('/api/me/tables')).json()) as { uncounted: string }[],
    );
    expect(tables.filter(({ uncounted }) => uncounted === 'practice')).toHaveLength(1);
  });
});
