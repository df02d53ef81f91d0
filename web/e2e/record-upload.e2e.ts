/** A record file of one's own is reviewed from the page of played hands, over a reload, and leaves nothing behind. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { playHandByHousePlayer } from './housePlayerHand';
import { errorsOf } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

test('a downloaded record is chosen, reviewed, played on from and not stored', async () => {
  await inBrowser('phone', { language: 'zh', motion: 'off' }, async (context) => {
    const page = await context.newPage();
    const errors = errorsOf(page);
    await page.goto(room.url);
    await page.locator('.who').waitFor();
    const hand = await playHandByHousePlayer(page, 'doudizhu/qq');
    const record = await page.evaluate(async (id) => (await fetch(`/api/hands/${id}/record`)).text(), hand);
    await page.goto(`${room.url}/hands`);
    await page.getByText('复盘自己的牌谱文件').click();
    const choose = async (text: string): Promise<void> => {
      const buffer = Buffer.from(text);
      await page.locator('input[type=file]').setInputFiles({ name: 'hand.json', mimeType: 'application/json', buffer });
      await page.getByRole('button', { name: '复盘', exact: true }).click();
    };
    await choose('x'.repeat(300_000));
    expect(await page.getByRole('alert').textContent()).toContain('256');
    await choose(record);
    // At first, and after a reload.
    for (let loads = 0; loads < 2; loads += 1) {
      await page.waitForURL(/\/replay\/upload/);
      await page.locator('.review .steps .count').waitFor();
      await page.locator('.curve polyline').first().waitFor();
      await page.reload();
    }
    await page
      .getByRole('button', { name: /从这里接着打|同一副牌/ })
      .first()
      .click();
    await page.waitForURL(/\/t\//);
    await page.locator('.hand').first().waitFor();
    await page.goto(`${room.url}/hands`);
    await page.getByText('复盘自己的牌谱文件').click();
    await choose('{"paiju": 2}');
    await page.getByRole('alert').waitFor();
    expect(errors.filter((one) => !one.includes('400'))).toEqual([]);
  });
});
