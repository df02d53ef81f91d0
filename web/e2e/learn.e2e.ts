import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser, type Settings, type Size } from './browser';
import { APART, findFaults } from './geometry';
import { serveScenes, type Served } from './scenes';

let served: Served;
beforeAll(async () => {
  served = await serveScenes();
});
afterAll(() => served.close());

const LOOKS: [Size, Settings][] = [
  ['phone-small', { language: 'zh' }],
  ['sideways', { language: 'en' }],
  ['desktop', { language: 'en', theme: 'dark' }],
];

test.each(LOOKS)('the first hand of Dou Dizhu, step by step (%s)', async (size, settings) => {
  await inBrowser(size, settings, async (context) => {
    const page = await context.newPage();
    await page.goto(`${served.url}/learn/doudizhu`);
    for (let step = 1; step <= 9; step += 1) {
      await page.getByText(new RegExp(`^${step} / 9$`)).waitFor();
      await page.waitForTimeout(100);
      const { overlaps, outside, small, cut } = await page.evaluate(findFaults, APART);
      if (step < 9)
        expect({ step, overlaps, outside, small, cut }).toEqual({
          step,
          overlaps: [],
          outside: [],
          small: [],
          cut: [],
        });
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${size}-${step}.png` });
      if (step === 2) {
        await page.keyboard.press('k');
        await page.locator('.message.strong').waitFor();
        expect(await page.locator('.controls [data-do=play]').isDisabled()).toBe(true);
        await page.keyboard.press('Escape');
      }
      if (step === 1) await page.locator('.controls .button').last().click();
      else if (step === 4) await page.locator('.controls [data-do=without]').click();
      else if (step < 9) {
        await page.locator('.controls [data-do=hint]').click();
        await page.locator('.slot[aria-pressed=true]').first().waitFor();
        await page.locator('.controls [data-do=play]:enabled').click();
      }
    }
    // Nothing leads to a record or a next hand that are not there.
    expect(await page.locator('section.result .primary, section.result a[href^="/replay"]').count()).toBe(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
      [],
    );
  });
});
