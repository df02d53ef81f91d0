/** The review of an evening, and where a player loses points: with a real room, and at their fullest. */

import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPLAYS } from '../src/dev/replays';
import type { EveningHand, EveningReview, MistakeStatistics } from '../src/wire/types';
import { findings } from './axe';
import { inBrowser, SIZES, type Size } from './browser';
import { casesOf } from './deepTests';
import { ask } from './populatedRoom';
import { byMouse, playHand } from './play';
import { waitUntilDrawn } from './scenes';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const FIXTURES = Object.values(REPLAYS);
const MARKS = ['blunder', 'mistake', 'slip'] as const;

/** The longest evening: a hand and a moment of every family, with the longest choices. */
const moments = FIXTURES.map(({ replay, review }, at) => ({
  hand: `hand-${at}`,
  ruleset: `${replay.record.ruleset.family}/${replay.record.ruleset.name}`,
  seat: 0,
  decision: {
    ...review.decisions!.find(({ mark }) => mark)!,
    mark: MARKS[at % 3]!,
    points_lost: 12,
  },
}));
const hands = FIXTURES.map(({ replay }, at) => ({
  id: moments[at]!.hand,
  ruleset: moments[at]!.ruleset,
  players: replay.record.players,
  began: Date.now() - 3_600_000,
  ended: Date.now() - 60_000 * at,
  role: null,
  won: at % 2 ? 1 : -1,
  points: at % 2 ? 192 : -96,
  marks: { [MARKS[at % 3]!]: 1 },
})) as unknown as EveningHand[];
const EVENING: EveningReview = { began: Date.now() - 3_600_000, hands, moments };

const MISTAKES: MistakeStatistics = {
  shown: true,
  ruleset: 'doudizhu/happy',
  rulesets: ['doudizhu/happy', 'doudizhu/four-doubled', 'zipai/guilin-3', 'gunzi/six'],
  needed: 50,
  played: 200,
  hands: 180,
  unreviewed: ['a', 'b'],
  parts: [
    { part: 'endgame', mistakes: 60, points: 31, peers: 20 },
    { part: 'leading', mistakes: 40, points: 22, peers: 21 },
    { part: 'following', mistakes: 30, points: 18, peers: 22 },
    { part: 'bidding', mistakes: 12, points: 14, peers: 9 },
  ],
  points: 85,
  peers: 72,
  patterns: [
    { reason: 'leaves_lead_to_last', mistakes: 23, points: 41, example: { hand: 'a', moves: 7, cards: ['4d', 'Kd'] } },
    {
      reason: 'splits_straight',
      mistakes: 31,
      points: 26,
      example: { hand: 'b', moves: 9, cards: ['3s', '4h', '5c'] },
    },
    { reason: 'spends_control', mistakes: 1, points: 22, example: { hand: 'c', moves: 3, cards: ['2s'] } },
  ],
};

const answer =
  (body: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ json: body });

const widthLeft = (page: Page): Promise<number> =>
  page.evaluate(() => innerWidth - document.documentElement.scrollWidth);

/** Controls in the page that are smaller than a fingertip. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(a, button)')].flatMap((one) =>
      one.getBoundingClientRect().height < 44 ? [one.textContent.trim()] : [],
    ),
  );

test.each(casesOf(['zh'] as const, ['en'] as const))(
  'both pages fit at their fullest at any size, and axe finds nothing (%s)',
  async (language) => {
    // Loaded once for all sizes: the server answers a limited number of requests of an address in a time.
    await inBrowser('phone', { language, theme: language === 'zh' ? 'dark' : 'light' }, async (context) => {
      const page = await context.newPage();
      await page.route('**/api/me/evening*', answer(EVENING));
      await page.route('**/api/people/*/mistakes*', answer(MISTAKES));
      for (const path of ['/evening', '/mistakes']) {
        await page.goto(room.url + path);
        await page.locator('main h2').first().waitFor();
        for (const size of Object.keys(SIZES) as Size[]) {
          await page.setViewportSize(SIZES[size]);
          await waitUntilDrawn(page);
          expect(await widthLeft(page), `${path} ${size}`).toBeGreaterThanOrEqual(0);
          expect(await smallTargets(page), `${path} ${size}`).toEqual([]);
          expect(await findings(page), `${path} ${size}`).toEqual([]);
          if (process.env.SHOTS)
            await page.screenshot({
              path: `${process.env.SHOTS}/${path.slice(1)}-${size}-${language}.png`,
              fullPage: true,
            });
        }
      }
    });
  },
);

test('the worst moments come with what was better and lead to their moves, by keys too', async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.route('**/api/me/evening*', answer(EVENING));
    await page.goto(`${room.url}/evening`);
    const links = page.locator('ol a');
    await links.first().waitFor();
    expect(await links.count()).toBe(moments.length);
    const [first] = moments;
    expect(await links.first().getAttribute('href')).toBe(`/replay/${first!.hand}#${first!.decision.step + 1}`);
    expect(await links.first().innerText()).toMatch(/Blunder[\s\S]*12 points lost[\s\S]*Yours[\s\S]*Better/);
    await links.first().focus();
    await page.keyboard.press('Tab');
    expect(await links.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain(`/replay/${moments[1]!.hand}#${moments[1]!.decision.step + 1}`);
  });
});

test('parts in which one loses a fifth more than others are red, and the sum stands below', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.route('**/api/people/*/mistakes*', answer(MISTAKES));
    await page.goto(`${room.url}/mistakes`);
    await page.locator('.bar').first().waitFor();
    expect(await page.locator('.bar').evaluateAll((all) => all.map((one) => one.classList.contains('much')))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(await page.locator('.total').innerText()).toMatch(/一共[\s\S]*85[\s\S]*72/);
    expect(await page.locator('section a').first().getAttribute('href')).toBe('/replay/a#7');
    await page.getByText('把没复盘的 2 局也算进来').waitFor();
  });
});

test('after a hand the result leads to the evening, which is reviewed while one looks', async () => {
  await inBrowser('phone', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${room.url}/evening`);
    await page.getByText('Finish a hand').waitFor();
    const { table } = await ask(page, 'POST', '/api/tables', { ruleset: 'doudizhu/duel-rotate', bots: '' });
    await page.goto(`${room.url}/t/${table as string}`);
    await page.locator('.go .primary').click();
    await playHand(page, byMouse);
    await page.getByRole('link', { name: 'Mistakes of this evening' }).click();
    await expect.poll(() => page.url()).toBe(`${room.url}/evening`);
    const hand = page.locator('.hand');
    await hand.waitFor();
    // Only a judged hand has a number of mistakes.
    await expect.poll(() => hand.innerText(), { timeout: 60_000 }).toMatch(/\d mistake|No mistakes/);
    const counted = Number(/(\d+) mistake/.exec(await hand.innerText())?.[1] ?? 0);
    expect(await page.locator('ol a').count()).toBe(Math.min(12, counted));
    const href = await hand.getAttribute('href');
    await page.goto(`${room.url}/hands`);
    expect(await page.locator('.panel a[href^="/replay/"]').getAttribute('href')).toBe(href);
    await page.getByRole('link', { name: 'Mistakes of your last evening' }).click();
    await page.getByRole('link', { name: 'The evening before' }).click();
    await page.getByText('Finish a hand').waitFor();
  });
});

test('others see where one loses points only after one has shown it', async () => {
  await inBrowser('phone', { language: 'en' }, async (first) => {
    const me = await first.newPage();
    await me.goto(`${room.url}/player`);
    await me.getByRole('link', { name: 'Where you lose points' }).click();
    await me.getByText('Play 50 more hands to see this').waitFor();
    await me.getByText('Only you see this').waitFor();
    const { name } = (await ask(me, 'GET', '/api/me')) as { name: string };
    await inBrowser('laptop', { language: 'en' }, async (second) => {
      const other = await second.newPage();
      const path = encodeURIComponent(name);
      await other.goto(`${room.url}/mistakes/${path}`);
      await other.getByText(`${name} does not show where points are lost`).waitFor();
      await other.goto(`${room.url}/player/${path}`);
      await other.locator('.panel.head').waitFor();
      expect(await other.getByRole('link', { name: 'Where points are lost' }).count()).toBe(0);

      await me.getByRole('link', { name: 'Who sees it' }).click();
      await me.getByText('What others see').click();
      const box = me.getByLabel('Where you lose points; only you see it');
      expect(await box.isChecked()).toBe(false);
      await Promise.all([me.waitForResponse('**/api/me/hides'), box.check()]);

      await other.reload();
      await other.getByRole('link', { name: 'Where points are lost' }).click();
      await other.getByText(`Too few hands of ${name} are reviewed`).waitFor();
    });
  });
});
