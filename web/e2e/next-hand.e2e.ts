/** After a hand, everybody sees which players want another. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deepTest } from './deepTests';
import { inBrowser } from './browser';
import { byMouse, openTable, playHand, playTogether } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const BRISK = { turn: 10, reserve: 30 };

const AGAIN = 'section.result footer .primary';

/** How many marks show players who want another hand: in the result, and at the table. */
const countMarks = async (page: Page): Promise<number[]> =>
  Promise.all(['section.result .seats .ready', '.plate .ready'].map((where) => page.locator(where).count()));

deepTest('the seat and the button show which players want another hand; bots do not count', async () => {
  await inBrowser('phone-small', { language: 'zh' }, (first) =>
    inBrowser('laptop', { language: 'en' }, async (second) => {
      const [phone, laptop] = [await first.newPage(), await second.newPage()];
      await playTogether(phone, laptop, room.url, 'doudizhu/qq', BRISK);
      await Promise.all([phone, laptop].map((page) => playHand(page, byMouse)));
      await Promise.all([phone, laptop].map((page) => page.locator(AGAIN).waitFor()));
      expect(await phone.locator(AGAIN).textContent()).toBe('再来一局');
      expect(await laptop.locator(AGAIN).textContent()).toBe('Play again');
      expect(await countMarks(phone)).toEqual([0, 0]);

      await laptop.locator(AGAIN).click();
      await phone.getByText('再来一局 · 1/2', { exact: true }).waitFor();
      await laptop.getByText('Waiting · 1 of 2', { exact: true }).waitFor();
      expect(await laptop.locator(AGAIN).isDisabled()).toBe(true);
      expect(await phone.locator(AGAIN).isEnabled()).toBe(true);
      for (const page of [phone, laptop])
        expect(await page.locator(AGAIN).evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
      expect(await countMarks(phone)).toEqual([1, 1]);
      expect(await countMarks(laptop)).toEqual([1, 1]);
      expect(await phone.locator('section.result .seats .me .ready').count()).toBe(0);
      expect(await laptop.locator('section.result .seats .me .ready').count()).toBe(1);
      expect(await phone.locator('section.result [role=status]').textContent()).toContain('想再来一局');

      await phone.locator(AGAIN).click();
      for (const page of [phone, laptop]) {
        await page.locator('section.result').waitFor({ state: 'detached' });
        expect(await countMarks(page)).toEqual([0, 0]);
      }
    }),
  );
});

deepTest('Enter asks for the next hand, one follows from the result, and nobody waits for who has left', async () => {
  await inBrowser('phone', { language: 'zh' }, (first) =>
    inBrowser('laptop', { language: 'en' }, async (second) => {
      const [phone, laptop] = [await first.newPage(), await second.newPage()];
      await playTogether(phone, laptop, room.url, 'doudizhu/qq', BRISK);
      await Promise.all([phone, laptop].map((page) => playHand(page, byMouse)));
      await Promise.all([phone, laptop].map((page) => page.locator(AGAIN).waitFor()));

      await laptop.getByRole('button', { name: /^Follow / }).click();
      await laptop.getByRole('button', { name: /^Follow / }).waitFor({ state: 'detached' });
      await laptop.keyboard.press('Enter');
      await phone
        .getByText(/^想再来一局：/)
        .first()
        .waitFor();
      await laptop.getByText(/^Not decided yet: /).waitFor();
      await phone.keyboard.press('Enter');
      for (const page of [phone, laptop]) await page.locator('section.result').waitFor({ state: 'detached' });

      await Promise.all([phone, laptop].map((page) => playHand(page, byMouse)));
      await Promise.all([phone, laptop].map((page) => page.locator(AGAIN).waitFor()));
      await laptop.close();
      await phone.getByText(/^掉线：/).waitFor();
      await phone.getByRole('button', { name: '不等了，空位由电脑坐' }).click();
      await phone.locator('section.result').waitFor({ state: 'detached' });
    }),
  );
});

test('the same players go on at another game with one choice', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(await openTable(page, room.url, 'doudizhu/qq', BRISK));
    await page.locator('.go .primary').click();
    await playHand(page, byMouse);
    await page.getByText('原班人马换个玩法').click();
    await page.getByRole('button', { name: '欢乐斗地主' }).click();
    await page.locator('section.result').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /欢乐/ }).waitFor();
  });
});
