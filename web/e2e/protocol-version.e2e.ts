import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { openTable } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

/** Makes a page name protocol version 1, like one that was loaded before the server was updated. */
function speakVersionOne(): void {
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(url: string | URL) {
      super(String(url).replace(/protocol=\d+/, 'protocol=1'));
    }
  };
}

test.each([
  ['en', 'the room has been updated; reload this page', 'Update'],
  ['zh', '牌室更新了，请刷新页面', '更新'],
] as const)(
  'a page with another protocol version reloads once and then reports it (%s)',
  async (language, why, button) => {
    await inBrowser('phone', { language }, async (context) => {
      const page = await context.newPage();
      const link = await openTable(page, room.url, 'doudizhu/qq', { turn: 60, reserve: 180 });
      await page.addInitScript(speakVersionOne);
      let loads = 0;
      page.on('load', () => (loads += 1));
      await page.goto(link);
      await page.getByText(why).waitFor();
      await expect.poll(() => loads).toBe(2);
      await page.getByText(why).waitFor();
      await page.getByRole('button', { name: button }).waitFor();
      expect(page.url()).toBe(link);
    });
  },
);
