/** Puzzles on a real room: solved and missed by keys, with a hint, on every screen, and without a network. */

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PuzzleHub, PuzzleView } from '../src/wire/types';
import { findings } from './axe';
import { inBrowser, SIZES, type Size } from './browser';
import { casesOf } from './deepTests';
import { ask } from './populatedRoom';
import { packOf, play, solve, stage, wrongAction } from './puzzlePlay';
import { waitUntilDrawn } from './scenes';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

/** The first verdict of a room may have to wait until the searches are compiled. */
const sent = (page: Page): Promise<unknown> =>
  page.waitForResponse((one) => one.url().endsWith('/api/puzzles/tries'), { timeout: 60_000 });

const resultOf = async (page: Page, id: string): Promise<string> =>
  ((await ask(page, 'GET', `/api/puzzles/${id}`)) as unknown as PuzzleView).result ?? '';

test('a wrong move is refuted on the felt, R goes back, and the right line solves it', async () => {
  const known = (await packOf(room.url, 'doudizhu')).find(({ view }) => view.hands === 3)!;
  await inBrowser('phone', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${room.url}/puzzles/${known.view.id}`);
    await stage(page, 'asked');
    expect(await page.locator('h1').innerText()).toMatch(/You are|farmer|landlord/i);
    const reported = sent(page);
    await play(page, wrongAction(known));
    await stage(page, 'wrong');
    expect(await page.locator('.verdict.wrong').innerText()).toContain('That fails');
    expect(await page.getByRole('alert').innerText()).toContain('That fails');
    await reported;
    await page.keyboard.press('r');
    await solve(page, known);
    await page.getByText('Why it works').waitFor();
    expect(await page.locator('.proof li').count()).toBe(
      known.solution.moves.filter(({ seat }) => seat === known.view.seat).length,
    );
    // Only the first try counts.
    expect(await resultOf(page, known.view.id)).toBe('missed');

    await page.getByRole('button', { name: 'Step through' }).click();
    await stage(page, 'step');
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-do=leave]').click();
    await page.keyboard.press('n');
    await expect.poll(() => page.url()).not.toContain(known.view.id);
    await stage(page, 'asked');
  });
});

test('a hint says before that the puzzle will not count, and then it does not', async () => {
  const [known] = await packOf(room.url, 'zipai');
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${room.url}/puzzles/daily/zipai`);
    await stage(page, 'asked');
    expect(await page.locator('main').getAttribute('data-family')).toBe('zipai');
    await page.keyboard.press('h');
    await page.getByText('看了这题就不算做出来').waitFor();
    const reported = sent(page);
    await page.locator('[data-do=confirm]').click();
    await reported;
    await page.locator('.hand .lifted').waitFor();
    await play(page, known!.solution.moves[0]!.text);
    await stage(page, 'solved');
    await page.getByText('不算做出来').waitFor();
    expect(await resultOf(page, known!.view.id)).toBe('hint');
    const hub = (await ask(page, 'GET', '/api/puzzles')) as unknown as PuzzleHub;
    expect(hub.week.at(-1)!.done).toBe(true);
  });
});

test('a card that is offered is claimed by a button, and each answer is counted', async () => {
  const known = (await packOf(room.url, 'zipai')).find(({ view }) => view.goal_kind === 'claim')!;
  await inBrowser('phone', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${room.url}/puzzles/${known.view.id}`);
    await stage(page, 'asked');
    const answers = known.view.position.legal!.map(({ text }) => text);
    const claims = page.locator('[data-do=claim]');
    expect(await claims.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['text']))).toEqual(answers);
    await play(page, 'pass');
    await stage(page, 'wrong');
    await page.keyboard.press('r');
    await claims.first().waitFor();
    await play(page, known.solution.moves[0]!.text);
    await stage(page, 'solved');
    await page.locator('.claims .best').waitFor();
    expect(await page.locator('ol.claims > li').count()).toBe(known.solution.values!.length);
    expect(await resultOf(page, known.view.id)).toBe('missed');
  });
});

const SCREENS = casesOf<Size>(['phone-small', 'sideways'], ['phone', 'tablet', 'laptop', 'desktop']);

/** Nothing is wider than the page, and no button is smaller than a fingertip. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page is too wide'] : []),
    ...[...document.querySelectorAll('main :is(a.button, button:not(.slot))')].flatMap((one) => {
      const { height, width, right } = one.getBoundingClientRect();
      return height > 0 && (height < 43.5 || width < 43.5 || right > innerWidth + 0.5)
        ? [one.outerHTML.slice(0, 90)]
        : [];
    }),
  ]);

async function look(page: Page, name: string): Promise<void> {
  for (const size of SCREENS) {
    await page.setViewportSize(SIZES[size]);
    await waitUntilDrawn(page);
    expect(await faultsOf(page), `${name} ${size}`).toEqual([]);
    expect(await findings(page), `${name} ${size}`).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/puzzle-${name}-${size}.png` });
  }
}

const LOOKS = casesOf([['zh', 'dark'] as const], [['en', 'light'] as const]);

test.each(LOOKS)(
  'every state of a puzzle fits every screen, and axe finds nothing (%s, %s)',
  async (language, theme) => {
    const known = (await packOf(room.url, 'doudizhu')).find(({ view }) => view.hands === 3)!;
    await inBrowser('phone', { language, theme }, async (context) => {
      const page = await context.newPage();
      await page.goto(`${room.url}/puzzles`);
      await page.locator('.hero').waitFor();
      await look(page, `hub-${language}`);
      for (const family of casesOf(['gunzi'], ['zipai'])) {
        await page.goto(`${room.url}/puzzles/daily/${family}`);
        await stage(page, 'asked');
        await look(page, `${family}-${language}`);
      }
      await page.goto(`${room.url}/puzzles/${known.view.id}`);
      await stage(page, 'asked');
      await look(page, `asked-${language}`);
      const answer = known.solution.moves[0]!;
      await play(page, wrongAction(known));
      await stage(page, 'wrong');
      await look(page, `wrong-${language}`);
      await page.keyboard.press('r');
      await play(page, answer.text);
      await page.locator('.verdict.right').waitFor();
      await look(page, `right-${language}`);
      await page.keyboard.press('r');
      await solve(page, known);
      await page.locator('.proof').waitFor();
      await look(page, `solved-${language}`);
    });
  },
);

/** Opens the hub, so that the packs are kept, and goes offline. */
async function keepPacks(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${room.url}/puzzles`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.locator('.hero').waitFor();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('paiju.puzzles')).keys()).length), {
      timeout: 30_000,
    })
    .toBe(3);
  await context.setOffline(true);
  return page;
}

test('without a network puzzles of each family are judged here, and the tries are sent later', async () => {
  const families = ['doudizhu', 'zipai', 'gunzi'] as const;
  const packs = await Promise.all(families.map((family) => packOf(room.url, family)));
  await inBrowser(
    'phone',
    { language: 'zh' },
    async (context) => {
      const page = await keepPacks(context);
      for (const [at, family] of families.entries()) {
        await page.goto(`${room.url}/puzzles/next#family=${family}`);
        await stage(page, 'asked');
        const id = page.url().match(/puzzles\/(\w+)/)![1];
        const known = packs[at]!.find(({ view }) => view.id === id)!;
        await solve(page, known);
        await page.getByText('连上以后会把结果送去').first().waitFor();
      }
      // A wrong move is refuted by the search in the browser.
      await page.goto(`${room.url}/puzzles/next#family=doudizhu`);
      await stage(page, 'asked');
      const id = page.url().match(/puzzles\/(\w+)/)![1];
      await play(page, wrongAction(packs[0]!.find((one) => one.view.id === id)!));
      await stage(page, 'wrong');

      await context.setOffline(false);
      await page.goto(`${room.url}/puzzles`);
      await page.locator('.hero').waitFor();
      const hub = (await ask(page, 'GET', '/api/puzzles')) as unknown as PuzzleHub;
      const tried = Object.fromEntries(hub.families.map((one) => [one.family, one.tried ?? 0]));
      expect(tried).toEqual({ doudizhu: 2, zipai: 1, gunzi: 1 });
      expect(hub.families.find((one) => one.family === 'doudizhu')!.missed).toBe(1);
    },
    { serviceWorkers: 'allow' },
  );
});
