/** Gold never risks: what raises the stake is a plain button that says so, and Enter declines. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { byMouse, openTable, playHand, receivedTables, type Hands } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const PACE = { turn: 0, reserve: 0 };

const buttons = (page: Page): Promise<{ text: string; gold: boolean }[]> =>
  page
    .locator('.controls .button')
    .evaluateAll((all) =>
      all.map((it) => ({ text: (it as HTMLElement).innerText.trim(), gold: it.classList.contains('primary') })),
    );

test.for(['phone-small', 'laptop'] as const)('a bid says what a loss costs, and Enter passes: %s', async (screen) => {
  await inBrowser(screen, { language: 'en' }, async (context) => {
    const page = await context.newPage();
    const received = receivedTables(page);
    const choicesNow = () => received.at(-1)?.hand?.choices?.actions ?? [];
    // A bot that bids 3 first leaves nothing to bid.
    while (!choicesNow().some(({ text }) => text.startsWith('bid'))) {
      await page.goto(await openTable(page, room.url, 'doudizhu/qq', PACE));
      await page.locator('.go .primary').click();
      await page.locator('.controls .button').last().waitFor();
    }
    const shown = await buttons(page);
    const choices = choicesNow();
    expect(shown).toHaveLength(choices.length);
    expect(shown.filter(({ gold }) => gold).map(({ text }) => text)).toEqual(['Pass']);
    expect(shown.at(-1)!.gold).toBe(true);
    for (const { loss } of choices.filter((choice) => choice.loss != null))
      expect(
        shown.some(({ text, gold }) => !gold && (text.endsWith(`lose ${loss}`) || text.endsWith(`costs ${loss}`))),
      ).toBe(true);
    expect(await page.locator('.controls').evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
    const decision = received.at(-1)!.hand!.choices!.decision;
    await page.keyboard.press('Enter');
    await expect.poll(() => received.at(-1)!.hand?.choices?.decision ?? null).not.toBe(decision);
  });
});

test('a hand that cannot beat the play has one button', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(await openTable(page, room.url, 'doudizhu/qq', PACE));
    await page.locator('.go .primary').click();
    const alone: string[] = [];
    const watchful: Hands = {
      cards: byMouse.cards,
      async choose(at) {
        const shown = await buttons(at);
        if (shown.some(({ text }) => text === '要不起')) alone.push(JSON.stringify(shown));
        await byMouse.choose(at);
      },
    };
    for (let hand = 0; hand < 4 && alone.length === 0; hand += 1) {
      await playHand(page, watchful);
      await page.locator('section.result footer .primary').click();
      await page.locator('section.result').waitFor({ state: 'detached' });
    }
    expect(new Set(alone)).toEqual(new Set([JSON.stringify([{ text: '要不起', gold: true }])]));
  });
});
