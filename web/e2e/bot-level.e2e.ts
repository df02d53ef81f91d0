/** The level of the bots: selected with a ruleset or in the lobby, and remembered. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from './axe';
import { inBrowser } from './browser';
import { errorsOf, receivedTables } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const level = (page: Page) => page.getByLabel('电脑水平');
const levelText = (page: Page): Promise<string> => level(page).locator('option:checked').innerText();

test('the level set with a ruleset applies to the bots and is remembered', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const [received, errors] = [receivedTables(page), errorsOf(page)];
    await page.goto(room.url);
    await page.locator('.ways button').click();
    expect(await levelText(page)).toMatch(/^稳健/);
    const ratings = (await level(page).locator('option').allInnerTexts()).map((one) => Number(/(\d+)$/.exec(one)?.[1]));
    expect(ratings.length).toBeGreaterThanOrEqual(5);
    expect(ratings).toEqual([...ratings].sort((a, b) => a - b));
    await level(page).selectOption({ label: (await level(page).locator('option').allInnerTexts())[0]! });
    expect(await findings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: '马上开局' }).click();
    await page.locator('.slot').first().waitFor();
    expect(received.at(-1)!.seats.map(({ bot }) => bot?.split('@')[1])).toEqual([undefined, 'child', 'child']);
    await page.goto(`${room.url}/rules/gunzi/six`);
    await page.goto(room.url);
    await page.locator('.ways button').click();
    expect(await levelText(page)).toMatch(/^小朋友/);
    expect(errors).toEqual([]);
  });
});

test('the level can be set in the lobby, and the seats show it', async () => {
  await inBrowser('laptop', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const received = receivedTables(page);
    await page.goto(`${room.url}/new/zipai/guilin-3`);
    await page.getByRole('button', { name: '开桌' }).click();
    await page.locator('.go').waitFor();
    await level(page).selectOption('beginner');
    await page.getByRole('button', { name: '加电脑' }).first().click();
    await page.getByText('新手').and(page.locator('li .small')).waitFor();
    await page.reload();
    await level(page).waitFor();
    expect(await levelText(page)).toMatch(/^新手/);
    const names = await level(page)
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    await level(page).selectOption(names.at(-1)!);
    await page.getByRole('button', { name: '开始，空位由电脑坐' }).click();
    await page.locator('main.table').waitFor();
    expect(received.at(-1)!.seats.map(({ bot }) => bot?.split('@')[1])).toEqual([undefined, 'beginner', names.at(-1)]);
  });
});
