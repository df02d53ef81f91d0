import { expect, test } from 'vitest';
import { inBrowser } from './browser';
import { findFaults, APART } from './layoutFaults';
import { openScenes, showScene } from './scenes';

test.each(['mouse', 'keys'] as const)('cards with several readings: the player says which (%s)', async (how) => {
  await inBrowser('phone-small', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'wildLead');
    for (const rank of ['q', 'q', 'j', 'j', '5']) await page.keyboard.press(rank);
    expect(await page.locator('.slot[aria-pressed=true]').count()).toBe(5);
    if (how === 'mouse') await page.locator('.controls [data-do=play]').click();
    else await page.keyboard.press('Enter');
    const readings = page.locator('.readings .button');
    await readings.first().waitFor();
    expect(await readings.allTextContents()).toEqual([
      '三带二 J×3 + Q×2（用 J×2 5 Q×2）',
      '三带二 Q×3 + J×2（用 Q×2 5 J×2）',
    ]);
    const { outside, small, cut } = await page.evaluate(findFaults, APART);
    expect({ outside, small, cut }).toEqual({ outside: [], small: [], cut: [] });
    if (how === 'mouse') await readings.last().click();
    else {
      await readings.last().focus();
      await page.keyboard.press('Enter');
    }
    const acted = await page.evaluate(() => document.documentElement.dataset.acted);
    expect(JSON.parse(acted ?? 'null')).toEqual({ type: 'play', what: 'QQQ+JJ<QQ5JJ' });
    expect(await readings.count()).toBe(0);
  });
});
