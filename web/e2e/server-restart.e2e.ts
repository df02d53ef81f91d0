/** The server is killed in mid-hand and restarted: an open page only sees a pause. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { casesOf } from './deepTests';
import { byMouse, errorsOf, isUnderWay, openTable, playHand, playUntil, receivedTables } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const PACE = { turn: 10, reserve: 30 };

test.each(casesOf<readonly [string, number]>([['zipai/guilin-3', 20]], [['gunzi/six', 240]]))(
  'the server is killed in a hand of %s: the page reconnects and the hand ends',
  async (name, steps) => {
    await inBrowser('phone-small', { language: 'zh' }, async (context) => {
      const page = await context.newPage();
      const errors = errorsOf(page);
      const received = receivedTables(page);
      await openTable(page, room.url, name, PACE);
      await page.locator('.go .primary').click();
      await playUntil(page, byMouse, isUnderWay(received, steps));
      expect(await page.locator('section.result').count()).toBe(0);
      const before = received.at(-1)!;
      const heard = received.length;
      await room.restart();
      await playHand(page, byMouse);
      expect(received.slice(heard).some(({ since }) => since === null)).toBe(true);
      const after = received.at(-1)!;
      expect(after.hand!.commitment).toBe(before.hand!.commitment);
      expect(after.hand!.reveal).not.toBeNull();
      expect(errors.filter((text) => !text.includes('WebSocket'))).toEqual([]);
    });
  },
);
