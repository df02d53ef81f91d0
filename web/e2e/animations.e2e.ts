/** A hand with all animations: flying cards cover no button, and nothing can be tapped before it is visible. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './browser';
import { byMouse, openTable, playHand } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

/** Observes every frame from now on; runs inside the page. */
function watch(): void {
  const seen = { frames: 0, covered: new Set<string>(), early: new Set<string>() };
  const nameOf = (element: Element | null): string =>
    (element?.closest('button') ?? element)?.outerHTML.slice(0, 120) ?? '';
  const look = (): void => {
    seen.frames += 1;
    for (const button of document.querySelectorAll('.row .controls .button')) {
      const { left, top, width, height } = button.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      if (over && !over.closest('.row, .floating')) seen.covered.add(nameOf(over));
    }
    const [moment, result] = [document.querySelector('.moment'), document.querySelector('section.result')];
    if (moment && result) seen.early.add(moment.className);
    requestAnimationFrame(look);
  };
  look();
  Object.assign(window, { seen });
}

test('flying cards cover no button, and the result appears when its moment is over', async () => {
  await inBrowser('phone', { language: 'zh', motion: 'on' }, async (context) => {
    const page = await context.newPage();
    await openTable(page, room.url, 'doudizhu/duel', { turn: 0, reserve: 0 });
    await page.evaluate(watch);
    await page.locator('.go .primary').click();
    await playHand(page, byMouse);
    const seen = await page.evaluate(() => {
      const { frames, covered, early } = (
        window as unknown as { seen: { frames: number; covered: Set<string>; early: Set<string> } }
      ).seen;
      return { many: frames > 60, covered: [...covered], early: [...early] };
    });
    expect(seen).toEqual({ many: true, covered: [], early: [] });
  });
});
