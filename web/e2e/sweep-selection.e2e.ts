/** Sweeps over a hand: the first selects the best play within the cards, the next selects exactly the cards. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './browser';
import { openScenes, showScene } from './scenes';

async function sweep(page: Page, from: string, to: string): Promise<void> {
  const at = async (text: string): Promise<[number, number]> => {
    const box = (await page.locator(`.slot[data-slot="${text}"]`).boundingBox())!;
    return [box.x + 12, box.y + box.height - 12];
  };
  await page.mouse.move(...(await at(from)));
  await page.mouse.down();
  await page.mouse.move(...(await at(to)), { steps: 6 });
  await page.mouse.up();
}

const selectedTexts = (page: Page): Promise<string[]> =>
  page
    .locator('.slot[aria-pressed=true]')
    .evaluateAll((slots) => slots.map((slot) => slot.getAttribute('data-slot') ?? ''));

test('the first sweep selects the best play within the cards, the second exactly the cards', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'follow');
    await sweep(page, 'Js', 'Td'); // 3 cards, which are not a legal play
    await expect.poll(() => selectedTexts(page)).toEqual(['Js', 'Jh']);
    await sweep(page, 'Td', '9c');
    await expect.poll(() => selectedTexts(page)).toEqual(['Js', 'Jh', 'Td', '9c']);
    await page.mouse.click(195, 400); // the felt
    await expect.poll(() => selectedTexts(page)).toEqual([]);
    await page.locator('.slot[data-slot="Qs"]').dblclick({ position: { x: 12, y: 30 } });
    await expect.poll(() => selectedTexts(page)).toEqual(['Qs', 'Qh']);
  });
});
