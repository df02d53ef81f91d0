/** Gunzi: layout and axe on its tables, and whole hands against bots on a real server. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUNZI_SCENES } from '../src/dev/gunziScenes';
import { findings } from './axe';
import { inBrowser, SIZES, type Size } from './browser';
import { faultsOf, findingsOf, LOOKS } from './sceneChecks';
import { casesOf, deepTest } from './deepTests';
import { APART } from './layoutFaults';
import { byKeys, byMouse, errorsOf, playHand, type Hands } from './play';
import { openScenes, showScene } from './scenes';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const TOUCHY = `${APART},.teams > .chip,.round .empty,.round .middle`;
const NAMES = Object.keys(GUNZI_SCENES);

test.each(casesOf(['en'] as const, ['zh'] as const))(
  'no scene has overlapping, cut or overflowing elements at any size (%s)',
  async (language) => {
    expect(await faultsOf(language, NAMES, TOUCHY)).toEqual({});
  },
);

test.each(casesOf(LOOKS.slice(0, 1), LOOKS.slice(1)))(
  'axe reports nothing on any table or on what opens from it (%s)',
  async (size, settings) => {
    await inBrowser(size, settings, async (context) => {
      const page = await context.newPage();
      expect(await findingsOf(page, NAMES)).toEqual({});
      await showScene(page, 'gunziLead');
      for (const panel of ['last', 'sheet']) {
        await page.locator(`[data-panel=${panel}]`).click();
        expect(await findings(page), panel).toEqual([]);
      }
    });
  },
);

test.each(Object.keys(SIZES) as Size[])('each play is between its player and the middle (%s)', async (size) => {
  await inBrowser(size, { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'gunziFull');
    const middleOf = async (selector: string): Promise<[number, number]> => {
      const box = (await page.locator(selector).boundingBox())!;
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const centre = await middleOf('.round');
    const off = ([x, y]: [number, number]): number => Math.hypot(x - centre[0], y - centre[1]);
    for (const step of [1, 2, 4, 5])
      expect(off(await middleOf(`.p${step} .play`)), `play ${step}`).toBeLessThan(
        off(await middleOf(`.s${step} .face`)),
      );
    expect((await page.locator('.order').allTextContents()).sort()).toEqual(['1', '2', '3', '4', '5']);
    for (const order of await page.locator('.order').all())
      expect((await order.boundingBox())!.height).toBeGreaterThanOrEqual(23.5);
    const width = async (selector: string): Promise<number> =>
      (await page.locator(selector).first().boundingBox())!.width;
    expect(await width('.laid.best .card')).toBeGreaterThan(await width('.laid:not(.best) .card'));
    expect(await page.locator('.p0 .empty.turn').textContent()).toContain('到你了');
    expect(await page.locator('.mid').textContent()).toMatch(/炸子.*35/s);
  });
});

/** The first stack of several cards. */
const stackOf = (page: Page) =>
  page
    .locator('.slot')
    .filter({ has: page.locator('.count') })
    .first();

deepTest(
  'a hand by mouse on a small phone: each tap on a stack adds a card; then the sheet and the replay',
  async () => {
    await inBrowser('phone-small', { language: 'zh' }, async (context) => {
      const page = await context.newPage();
      const errors = errorsOf(page);
      await page.goto(`${room.url}/rules/gunzi/six`);
      await page.getByRole('button', { name: '玩这个' }).click();
      await stackOf(page).waitFor();
      const stack = stackOf(page);
      const text = await stack.getAttribute('data-slot');
      const same = page.locator(`.slot[data-slot="${text}"]`);
      for (let tap = 0; tap < 2; tap += 1) await same.click({ position: { x: 8, y: 12 } });
      expect(await same.locator('.count').textContent()).toMatch(/^2\//);
      await page.keyboard.press('Escape');
      expect(await page.locator('.slot[aria-pressed=true]').count()).toBe(0);
      await playHand(page, byMouse);
      await expect.poll(() => page.locator('section.result tr.hand-row').count()).toBe(1);
      await page.locator('section.result a', { hasText: '复盘' }).click();
      await page.locator('.steps').waitFor();
      expect(errors).toEqual([]);
    });
  },
);

/** Plays by keyboard, but tries to play refused cards once; stores the refusal in `said`. */
function tryingFirst(said: string[]): Hands {
  return {
    ...byKeys,
    async cards(page) {
      const may = page.locator('.slot:has(.dimmed)');
      const verb = (await page.locator('.controls [data-do=play]').textContent()) ?? '';
      const needed = Number(/\/(\d)/.exec(verb)?.[1] ?? 99);
      if (said.length === 0 && (await may.count()) >= needed) {
        for (let at = 0; at < needed; at += 1) await may.nth(at).press(' ');
        await page.locator('.message.strong').waitFor();
        said.push((await page.locator('.message').textContent()) ?? '');
        expect(await page.locator('.controls [data-do=play]').isDisabled()).toBe(true);
        await page.keyboard.press('Escape');
      }
      await byKeys.cards(page);
    },
  };
}

test('a hand by keyboard on a laptop; a refused play says which cards must be played', async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    const errors = errorsOf(page);
    await page.goto(`${room.url}/rules/gunzi/six`);
    await page.getByRole('button', { name: 'Play this' }).press('Enter');
    await page.locator('.slot').first().waitFor();
    const said: string[] = [];
    await playHand(page, tryingFirst(said));
    expect(said.join()).toMatch(/[♠♥♣♦]|joker/);
    await page.getByRole('button', { name: 'Play again' }).press('Enter');
    await page.locator('.slot').first().waitFor();
    expect(errors).toEqual([]);
  });
});
