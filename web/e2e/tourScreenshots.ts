/** Takes the screenshots for docs/tour.md: every page and every table scene, on a phone and on a laptop. */

import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { SCENES } from '../src/dev/scenes';
import { inBrowser, type Settings, type Size } from './browser';
import { serveSets, SET_PATH } from './dailySetFixtures';
import { playHandByHousePlayer } from './housePlayerHand';
import { packOf, play, solve, stage, wrongAction } from './puzzlePlay';
import { openScenes, showScene, waitUntilDrawn } from './scenes';
import { openRoom, type Room } from './server';

const FOLDER = fileURLToPath(new URL('../../docs/images/web', import.meta.url));
/** `scale`: screenshots have the size at which the tour shows them. */
const LOOKS: [Size, Settings, number][] = [
  ['phone', { language: 'zh', theme: 'light' }, 0.7],
  ['laptop', { language: 'en', theme: 'light' }, 0.5],
];
/** Other scenes show these already. */
const LEFT_OUT = /^(longest-|notice-four$)/;

const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  puzzles: '/puzzles',
  'puzzle-doudizhu': '/puzzles/daily/doudizhu',
  'puzzle-zipai': '/puzzles/daily/zipai',
  'puzzle-gunzi': '/puzzles/daily/gunzi',
  daily: '/daily',
  new: '/new/doudizhu/happy',
  watch: '/watch',
  hands: '/hands',
  'rules-doudizhu': '/rules/doudizhu/wild',
  'rules-zipai': '/rules/zipai/guilin-3',
  'rules-gunzi': '/rules/gunzi/six',
  'learn-doudizhu': '/learn/doudizhu',
  'learn-zipai': '/learn/zipai',
  'learn-gunzi': '/learn/gunzi',
  settings: '/settings',
  account: '/account',
  login: '/account/login',
  nowhere: '/nowhere',
};
const PLAYED = ['doudizhu/qq', 'zipai/guilin-3', 'gunzi/six'];

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});
afterAll(() => room.close());

async function shoot(page: Page, name: string, size: Size): Promise<void> {
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${FOLDER}/${name}-${size}.jpg`, type: 'jpeg', quality: 60 });
}

async function pages(page: Page, size: Size): Promise<void> {
  await page.goto(room.url);
  const hands = [];
  for (const ruleset of PLAYED) hands.push(await playHandByHousePlayer(page, ruleset));
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(room.url + path);
    await page.waitForLoadState('networkidle');
    await shoot(page, name, size);
  }
  for (const [at, hand] of hands.entries()) {
    await page.goto(`${room.url}/replay/${hand}#20`);
    await page.waitForLoadState('networkidle');
    await shoot(page, `replay-${PLAYED[at]?.split('/')[0]}`, size);
  }
  await page.goto(`${room.url}/new/doudizhu/qq`);
  await page.locator('button[type=submit]').click();
  await page.locator('.go').waitFor();
  await shoot(page, 'lobby', size);
}

/** A puzzle after a wrong move, and solved. */
async function puzzles(page: Page, size: Size): Promise<void> {
  const known = (await packOf(room.url, 'doudizhu')).find(({ view }) => view.hands === 3)!;
  await page.goto(`${room.url}/puzzles/${known.view.id}`);
  await stage(page, 'asked');
  await play(page, wrongAction(known));
  await stage(page, 'wrong');
  await shoot(page, 'puzzle-wrong', size);
  await page.keyboard.press('r');
  await solve(page, known);
  await page.locator('.proof').waitFor();
  await shoot(page, 'puzzle-solved', size);
}

/** A daily set that is over, with a field of players. */
async function dailySet(context: BrowserContext, size: Size): Promise<void> {
  const page = await context.newPage();
  await serveSets(page);
  for (const [name, path] of Object.entries({ 'daily-result': SET_PATH, 'daily-deal': `${SET_PATH}/5` })) {
    await page.goto(room.url + path);
    await page.locator('main :is(li, tr)').first().waitFor();
    await shoot(page, name, size);
  }
  await page.close();
}

async function tables(page: Page, size: Size): Promise<void> {
  await openScenes(page);
  for (const scene of Object.keys(SCENES).filter((name) => !LEFT_OUT.test(name))) {
    await showScene(page, scene);
    await shoot(page, `table-${scene}`, size);
  }
}

test.each(LOOKS)('pictures (%s)', async (size, settings, scale) => {
  const work = async (context: BrowserContext): Promise<void> => {
    const page = await context.newPage();
    await pages(page, size);
    await puzzles(page, size);
    await dailySet(context, size);
    await tables(page, size);
  };
  await inBrowser(size, settings, work, { scale });
});

/** Further screens, each in one language: width, height, and the scale of their screenshots. */
const SCREENS: [Settings, number, number, number][] = [
  [{ language: 'zh', theme: 'dark' }, 320, 568, 0.6],
  [{ language: 'en', theme: 'light' }, 360, 640, 0.6],
  [{ language: 'zh', theme: 'light' }, 844, 390, 0.5],
  [{ language: 'en', theme: 'dark' }, 768, 1024, 0.4],
  [{ language: 'zh', theme: 'light' }, 1920, 1080, 0.4],
];

test.each(SCREENS)('pictures of other screens (%o, %i × %i)', async (settings, width, height, scale) => {
  const work = async (context: BrowserContext): Promise<void> => {
    const page = await context.newPage();
    const shootAt = async (name: string): Promise<void> => {
      await page.setViewportSize({ width, height });
      await waitUntilDrawn(page);
      await page.screenshot({ path: `${FOLDER}/${name}-${width}.jpg`, type: 'jpeg', quality: 60 });
    };
    for (const name of ['home', 'puzzle-doudizhu'] as const) {
      await page.goto(room.url + PAGES[name]!);
      await page.waitForLoadState('networkidle');
      await shootAt(name);
    }
    await serveSets(page);
    await page.goto(room.url + SET_PATH);
    await page.locator('main tr').first().waitFor();
    await shootAt('daily-result');
    await openScenes(page);
    await showScene(page, 'follow');
    await shootAt('table-follow');
  };
  await inBrowser('phone', settings, work, { scale });
});
