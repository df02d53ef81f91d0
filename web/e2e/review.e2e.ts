/** The review of a finished hand: layout at its fullest in every family, steps, marks, choices, summary, and axe. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { REPLAYS } from '../src/dev/replays';
import { inBrowser, SIZES, type Size } from './browser';
import { findingsOf, LOOKS } from './sceneChecks';
import { openScenes, showScene, waitUntilDrawn } from './scenes';

const NAMES = Object.keys(REPLAYS);
const ONE_EACH = ['reviewThree', 'reviewZiPaiLaid', 'reviewGunziTrick'];
const ALL_SIZES = Object.keys(SIZES) as Size[];

/** Elements that are wider than the page, and controls that another element covers. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide');
    for (const element of document.querySelectorAll<HTMLElement>(
      '.review :is(header, .stage, .wood, .paper, .steps) > *',
    )) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 0 && (left < -1 || right > innerWidth + 1))
        found.push(`${element.className || element.tagName} sticks out`);
    }
    for (const button of document.querySelectorAll<HTMLElement>('.review :is(.bar, .wood, .steps, footer) button')) {
      const { left, top, width, height } = button.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (width > 0 && !button.contains(hit)) found.push(`${button.ariaLabel ?? button.textContent} is covered`);
    }
    return found;
  });

test.each(ALL_SIZES.flatMap((size) => (['zh', 'en'] as const).map((language) => [size, language] as const)))(
  'nothing in a review sticks out or is covered (%s, %s)',
  async (size, language) => {
    await inBrowser(size, { language }, async (context) => {
      const page = await context.newPage();
      await openScenes(page);
      const found: Record<string, string[]> = {};
      for (const name of NAMES) {
        await showScene(page, name);
        const here = await faults(page);
        if (here.length > 0) found[name] = here;
      }
      expect(found).toEqual({});
    });
  },
);

test.each(LOOKS)('axe reports nothing on a review of each family (%s)', async (size, settings) => {
  await inBrowser(size, settings, async (context) => {
    expect(await findingsOf(await context.newPage(), ONE_EACH)).toEqual({});
  });
});

test('a review opens on the worst mistake, and marks the better and the played cards', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'reviewThree');
    expect(await page.locator('.steps .count').textContent()).toBe('1 / 2');
    expect(await page.locator('.verdict h2').textContent()).toContain('大失误');
    expect(await page.locator('.hand .one.best').count()).toBe(4);
    expect(await page.locator('.hand .sign').count()).toBe(2);
    const choices = page.locator('.verdict li button');
    expect(await choices.count()).toBe(3);
    const line = page.locator('.verdict .line');
    expect(await line.locator('li').count()).toBe(3);
    expect(await line.locator('.cards').count()).toBe(2); // the second move takes no cards
    await choices.nth(1).click();
    expect(await choices.nth(1).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.hand .one.best').count()).toBe(0);
  });
});

test('keys step through the moves, open the hands and turn the table', async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'reviewThree');
    const count = page.locator('.steps .count');
    await page.keyboard.press('Home');
    expect(await count.textContent()).toBe('0 / 2');
    await page.keyboard.press('End');
    expect(await count.textContent()).toBe('2 / 2');
    await page.keyboard.press('ArrowUp');
    expect(await count.textContent()).toBe('1 / 2');
    expect(await page.locator('.steps input').getAttribute('aria-valuetext')).toContain('Blunder');
    const shown = await page.locator('.others .cards').count();
    await page.keyboard.press('o');
    await waitUntilDrawn(page);
    expect(await page.locator('.others .cards').count()).toBe(shown + 2);
    const me = page.locator('.me b');
    const before = await me.textContent();
    await page.keyboard.press('f');
    expect(await me.textContent()).not.toBe(before);
  });
});

test('the summary adds luck and play up to the result', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'reviewThree');
    await page.getByRole('button', { name: '总结' }).click();
    const well = (await page.locator('.well b').allTextContents()).map((text) => Number(text.replace('−', '-')));
    expect(well).toEqual([106, 10, 96]);
    expect(await page.locator('.well .sign').first().textContent()).toBe('−');
    const parts = await page.locator('.parts b').allTextContents();
    expect(parts.map((text) => Number(text.replace('−', '-'))).reduce((sum, one) => sum + one, 0)).toBe(96);
    await page.getByRole('button', { name: '逐手' }).click();
    await page.locator('.steps').waitFor();
  });
});
