import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { inBrowser, type Size } from './browser';
import { DAY, DAYS, DEAL, FEW, overview, RANKING, RESULTS, SKILL } from './dailySets';
import { waitUntilDrawn } from './scenes';
import { openRoom, type Room } from './server';
let room: Room;
beforeAll(async () => { room = await openRoom({ fast: true }); });
afterAll(() => room.close());
const answer = (body: unknown) => (route: Route) => route.fulfill({ json: body });
async function serve(page: Page, results = RESULTS, first = {}) {
  await page.route('**/api/daily', answer(overview(first)));
  await page.route('**/api/daily/skill/*', answer(SKILL));
  await page.route('**/api/daily/days*', answer(DAYS));
  await page.route(`**/api/daily/sets/${DAY}/*`, answer(results));
  await page.route(`**/api/daily/sets/${DAY}/*/ranking`, answer(RANKING));
  await page.route(`**/api/daily/sets/${DAY}/*/deals/*`, answer(DEAL));
}
const VIEWS = { start: '/daily', home: '/', gunzi: '/daily/gunzi', result: `/daily/${DAY}/doudizhu`, deal: `/daily/${DAY}/doudizhu/5`, ranking: `/daily/${DAY}/doudizhu/ranking`, days: '/daily/days' };
const only = process.env.VIEWS?.split(',');
const sizes = (process.env.SIZES ?? 'phone').split(',') as Size[];
const lang = (process.env.LANG37 ?? 'zh') as 'zh' | 'en';
test('shots', async () => {
  await inBrowser('phone', { language: lang, theme: (process.env.THEME ?? 'light') as 'light' }, async (context) => {
    const page = await context.newPage();
    page.on('pageerror', (e) => console.log('ERR', e.message));
    await serve(page, process.env.FEW ? FEW : RESULTS);
    for (const [name, path] of Object.entries(VIEWS)) {
      if (only && !only.includes(name)) continue;
      await page.goto(room.url + path);
      await page.locator('h1').first().waitFor();
      await page.waitForTimeout(600);
      for (const size of sizes) {
        const [w, h] = size.includes('x') ? size.split('x').map(Number) : [0, 0];
        await page.setViewportSize({ '320': { width: 320, height: 568 }, phone: { width: 390, height: 844 }, sideways: { width: 844, height: 390 }, laptop: { width: 1366, height: 768 }, desktop: { width: 1920, height: 1080 } }[size as string] ?? { width: w!, height: h! });
        await waitUntilDrawn(page);
        await page.screenshot({ path: `/tmp/shots37/${name}-${size}-${lang}${process.env.THEME ?? ''}${process.env.FEW ? '-few' : ''}.png`, fullPage: name !== 'home' && !process.env.FOLD });
      }
    }
  });
}, 120_000);
