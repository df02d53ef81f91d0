/** Whole hands of Zi Pai against bots on a real server. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { byMouse, errorsOf, playHand, type Hands } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

/** Eats whenever possible. */
const byKeys: Hands = {
  async cards(page) {
    await page.keyboard.press('h');
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
  },
  async choose(page) {
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
  },
};

test.each(['guilin-3', 'guilin-2'])('a hand of %s by mouse, on a phone', async (name) => {
  await inBrowser('phone-small', { language: 'zh', motion: 'on' }, async (context) => {
    const page = await context.newPage();
    const errors = errorsOf(page);
    await page.goto(`${room.url}/rules/zipai/${name}`);
    await page.getByRole('button', { name: '玩这个' }).click();
    await page.getByRole('button', { name: '15 油' }).click();
    await page.locator('.slot').first().waitFor();
    await playHand(page, byMouse);
    await page.locator('section.result a', { hasText: '复盘' }).click();
    await page.locator('.steps').waitFor();
    expect(errors).toEqual([]);
  });
});

test('a hand by keyboard, in English; a card is moved, and sorted back', async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    const errors = errorsOf(page);
    await page.goto(`${room.url}/rules/zipai/guilin-3`);
    await page.getByRole('button', { name: 'Play this' }).press('Enter');
    await page.locator('.controls .button').first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('.slot').first().waitFor();
    const kinds = (): Promise<(string | null)[]> =>
      page.locator('.slot').evaluateAll((slots) => slots.map((slot) => slot.getAttribute('data-slot')));
    // The deal, the first melds and the first hints are still arriving; only a stable hand can be compared.
    for (let seen = ''; seen !== (seen = JSON.stringify(await kinds()));) await page.waitForTimeout(1500);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    const before = await kinds();
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press('Shift+ArrowRight');
      await page.waitForTimeout(60);
    }
    expect(await kinds()).not.toEqual(before);
    await page.keyboard.press('s');
    expect(await kinds()).toEqual(before);
    await playHand(page, byKeys);
    await page.getByRole('button', { name: 'Play again' }).waitFor();
    expect(errors).toEqual([]);
  });
});
