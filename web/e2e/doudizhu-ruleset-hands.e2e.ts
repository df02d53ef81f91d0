/** One hand of every Dou Dizhu ruleset that no other test plays. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { casesOf } from './deepTests';
import { byMouse, errorsOf, playHand } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

test.each(casesOf(['happy'], ['four', 'kick', 'discard', 'classic', 'wild', 'duel-rotate', 'origin']))(
  'a hand of %s',
  async (name) => {
    await inBrowser('phone', { language: 'zh' }, async (context) => {
      const page = await context.newPage();
      const errors = errorsOf(page);
      await page.goto(`${room.url}/rules/doudizhu/${name}`);
      await page.getByRole('button', { name: '玩这个' }).click();
      await page.locator('.table').waitFor();
      await playHand(page, byMouse);
      expect(await page.locator('section.result').count()).toBe(1);
      expect(errors).toEqual([]);
    });
  },
);
