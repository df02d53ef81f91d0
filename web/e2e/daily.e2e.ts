/** The daily sets: the pages at their fullest, and a guest and an account who play a whole set. */

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DailyOverview, DailyResults } from '../src/wire/types';
import { findings } from './axe';
import { inBrowser, SIZES, type Size } from './browser';
import { FEW, serveSets, SET_PATH } from './dailySetFixtures';
import { casesOf, deepTest } from './deepTests';
import { ask } from './populatedRoom';
import { byMouse, errorsOf, playHand } from './play';
import { waitUntilDrawn } from './scenes';
import { openRoom, type Room } from './server';

/** Two short deals. */
const SETS = { doudizhu: { deals: 2, rulesets: ['doudizhu/duel-rotate'], opponents: ['casual', 'steady'] } };

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true, sets: SETS });
});
afterAll(() => room.close());

/** Follows a link of the app without loading the page again. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

const widthLeft = (page: Page): Promise<number> =>
  page.evaluate(() => innerWidth - document.documentElement.scrollWidth);

/** Controls that are smaller than a fingertip; rows of a table are as high as the mock has them. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(a, button), footer :is(a, button), header :is(a, button)')].flatMap(
      (one) =>
        one.getBoundingClientRect().height > 0 && one.getBoundingClientRect().height < 40
          ? [one.textContent.trim()]
          : [],
    ),
  );

test.each(casesOf(['zh'] as const, ['en'] as const))(
  'the pages fit at their fullest at any size, and axe finds nothing (%s)',
  async (language) => {
    await inBrowser('phone', { language, theme: language === 'zh' ? 'dark' : 'light' }, async (context) => {
      const page = await context.newPage();
      await serveSets(page);
      await page.goto(room.url + '/daily');
      await page.locator('.hero').waitFor();
      for (const path of ['/daily/gunzi', SET_PATH, `${SET_PATH}/5`, `${SET_PATH}/ranking`, '/daily/days', '/daily']) {
        await follow(page, path);
        await page.locator('main :is(li, tr)').first().waitFor();
        for (const size of casesOf<Size>(['phone', 'sideways', 'laptop'], ['phone-small', 'tablet', 'desktop'])) {
          await page.setViewportSize(SIZES[size]);
          await waitUntilDrawn(page);
          expect(await widthLeft(page), `${path} ${size}`).toBeGreaterThanOrEqual(0);
          expect(await smallTargets(page), `${path} ${size}`).toEqual([]);
        }
        await page.setViewportSize({ width: 320, height: 568 });
        await waitUntilDrawn(page);
        expect(await widthLeft(page), `${path} 320`).toBeGreaterThanOrEqual(0);
        expect(await findings(page), path).toEqual([]);
      }
    });
  },
);

test('the strips say in words what they show, and rows lead to their deals by keys', async () => {
  await inBrowser('laptop', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await serveSets(page);
    await page.goto(room.url + SET_PATH);
    const strips = page.locator('[role=img][aria-label^="你"]');
    await strips.first().waitFor();
    expect(await strips.count()).toBe(8);
    expect(await strips.first().getAttribute('aria-label')).toBe('你 +12，胜过 84%；馆里高手胜过 84%');
    await page.locator('.way a').first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toBe(`${room.url}${SET_PATH}/2`);
    await page.getByText('大家叫到哪里').waitFor();
    expect(await page.getByRole('link', { name: /阿芳/ }).getAttribute('href')).toBe('/replay/w1');
  });
});

test('with fewer than twenty players there are points and no percent', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await serveSets(page, FEW);
    await page.goto(room.url + SET_PATH);
    await page.getByText('满 20 人再比').waitFor();
    expect(await page.locator('.score').innerText()).toContain('+36');
    expect(await page.locator('table').innerText()).not.toContain('%');
    expect(await page.locator('table [role=img]').count()).toBe(0);
  });
});

/** Plays the two deals of a set from its page to its result, and stops once between them. */
async function playSet(page: Page): Promise<void> {
  await page.goto(`${room.url}/daily/doudizhu`);
  await page.getByRole('button', { name: /^开始/ }).click();
  await page.locator('.progress').filter({ hasText: '第 1 局 / 2' }).waitFor();
  await playHand(page, byMouse);
  expect(await page.locator('section.result a[href^="/replay/"]').count()).toBe(0);
  await page.getByRole('link', { name: '先停一停' }).click();
  await page.getByRole('button', { name: /^接着打/ }).click();
  await page.locator('.progress').filter({ hasText: '第 2 局 / 2' }).waitFor();
  await playHand(page, byMouse);
  await page.getByRole('button', { name: '看结果' }).click();
  await page.locator('.score').waitFor();
}

/** Everything that the browser keeps for this site, as text. */
const keptByBrowser = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
    const found = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        const texts = (await cache.keys()).map(async (request) =>
          request.url.includes('/api/') ? request.url + (await (await cache.match(request))!.text()) : '',
        );
        return (await Promise.all(texts)).join();
      }),
    );
    return [...stored, ...found].join();
  });

/** The player has finished today's set and seen a hand of it again. Who uses the browser next is told nothing of it. */
async function nobodyElseHereLearnsOfIt(page: Page): Promise<void> {
  const { day } = (await ask(page, 'GET', '/api/daily')) as unknown as DailyOverview;
  const results = (await ask(page, 'GET', `/api/daily/sets/${day}/doudizhu`)) as unknown as DailyResults;
  const { hand } = results.rows[0]!;
  await page.goto(`${room.url}/replay/${hand}`);
  await page.locator('main .table').first().waitFor();
  await expect.poll(() => keptByBrowser(page), { timeout: 20_000 }).toContain(hand);
  await page.goto(`${room.url}/account`);
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('button', { name: '退出登录' }).waitFor({ state: 'detached' });
  await expect.poll(() => keptByBrowser(page), { timeout: 20_000 }).not.toContain(hand);
  await page.goto(`${room.url}/replay/${hand}`);
  await page.getByText('这副牌还有人在打').waitFor();
  expect(await page.locator('.table .card').count()).toBe(0);
  for (const form of ['', '/replay', '/review', '/record'])
    expect(await ask(page, 'GET', `/api/hands/${hand}${form}`), form).toMatchObject({ code: 'deal_open' });
  await page.goto(`${room.url}/daily/${day}/doudizhu`);
  await page.getByRole('button', { name: /^开始/ }).waitFor();
  expect(await keptByBrowser(page)).not.toContain(hand);
}

test('a guest and an account play a set of two deals, see the result, and play a deal again', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const errors = errorsOf(page);
    await page.goto(`${room.url}/daily/doudizhu`);
    await page.getByText('注册账号才排名次').waitFor();
    const { day } = (await ask(page, 'GET', '/api/daily')) as unknown as DailyOverview;
    // The results are closed to those who may still play.
    await page.goto(`${room.url}/daily/${day}/doudizhu`);
    await page.getByRole('button', { name: /^开始/ }).waitFor();
    expect(errors.splice(0).join()).toMatch(/403/);
    await playSet(page);
    expect(await page.locator('tbody tr').count()).toBe(2);
    await page.locator('.way a').first().click();
    await page.getByRole('heading', { name: '第 1 局' }).waitFor();
    await page.getByRole('button', { name: '同一副牌再打一次' }).click();
    await page.locator('main.table').waitFor();
    expect(errors).toEqual([]);
  });
  const played = async (context: BrowserContext): Promise<void> => {
    const page = await context.newPage();
    await page.goto(room.url);
    await page.locator('.news a[href="/daily"]').waitFor();
    // Another name in each try: the room of an earlier try has the account already.
    const user = `daily-${crypto.randomUUID().slice(0, 8)}`;
    await ask(page, 'POST', '/api/account', { user, password: 'correct horse battery' });
    await playSet(page);
    expect(await page.getByText('注册账号才排名次').count()).toBe(0);
    await page.getByRole('link', { name: /^复盘/ }).first().click();
    await page.getByText('最亏的几手').waitFor();
    expect(await page.locator('a.hand').count()).toBe(2);
    await page.goto(room.url);
    await page
      .getByText('满 20 人再比')
      .or(page.getByText(/第 \d+ 名/))
      .first()
      .waitFor();
    await nobodyElseHereLearnsOfIt(page);
  };
  await inBrowser('laptop', { language: 'zh' }, played, { serviceWorkers: 'allow' });
});

/** Sets of the real sizes. A hand of Gunzi takes its time: 120 cards and five house players. */
deepTest.each([
  ['zipai', 8],
  ['gunzi', 2],
] as const)(
  'a whole set of %s (%i deals) is played from the first deal to the comparison',
  async (family, deals) => {
    await inBrowser('phone', { language: 'zh' }, async (context) => {
      const page = await context.newPage();
      const errors = errorsOf(page);
      await page.goto(`${room.url}/daily/${family}`);
      await page.getByRole('button', { name: /^开始/ }).click();
      for (let deal = 1; deal <= deals; deal += 1) {
        await page
          .locator('.progress')
          .filter({ hasText: `第 ${deal} 局 / ${deals}` })
          .waitFor();
        if (deal === 2) await page.reload();
        await playHand(page, byMouse);
        await page.getByRole('button', { name: deal === deals ? '看结果' : '下一局' }).click();
      }
      await page.locator('.score').waitFor();
      expect(await page.locator('tbody tr').count()).toBe(deals);
      await expect
        .poll(() => page.reload().then(() => page.locator('.score').innerText()), { timeout: 240_000, interval: 5000 })
        .toMatch(/馆里高手/);
      await page.locator('.way a').first().click();
      await page.getByRole('heading', { name: '第 1 局' }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: /^复盘/ }).first().click();
      await expect.poll(() => page.locator('a.hand').count()).toBe(deals);
      expect(errors).toEqual([]);
    });
  },
  1_500_000,
);
