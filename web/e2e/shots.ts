/** Takes the screenshots for docs/tour.md: every page and every table scene, on a phone and on a laptop. */

import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { SCENES } from '../src/dev/scenes';
import { inBrowser, type Settings, type Size } from './browser';
import { playByHouse } from './house';
import { openScenes, showScene } from './scenes';
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
  for (const ruleset of PLAYED) hands.push(await playByHouse(page, ruleset));
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
    await tables(page, size);
  };
  await inBrowser(size, settings, work, { scale });
});
