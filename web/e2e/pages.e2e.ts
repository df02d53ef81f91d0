import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENES } from '../src/dev/fixtures';
import { findings } from './axe';
import { inBrowser, type Settings, type Size } from './browser';
import { findingsOf } from './checks';
import { serveScenes, type Served } from './scenes';
import { openRoom, type Room } from './server';

let room: Room;
let scenes: Served;
beforeAll(async () => {
  [room, scenes] = await Promise.all([openRoom(), serveScenes()]);
});
afterAll(() => Promise.all([room.close(), scenes.close()]));

const PAGES = [
  '/',
  '/new/doudizhu/happy',
  '/watch',
  '/hands',
  '/rules/doudizhu/wild',
  '/rules/gunzi/six',
  '/settings',
  '/account',
  '/account/login',
  '/nowhere',
  '/replay/none',
];

const LOOKS: [Size, Settings][] = [
  ['phone-small', { language: 'zh', theme: 'light' }],
  ['laptop', { language: 'en', theme: 'dark', fourColour: true }],
];

test.each(LOOKS)('axe finds nothing on any page (%s)', async (size, settings) => {
  const found: Record<string, string[]> = {};
  await inBrowser(size, settings, async (context) => {
    const page = await context.newPage();
    for (const path of PAGES) {
      await page.goto(room.url + path);
      await page.waitForLoadState('networkidle');
      if (path.startsWith('/rules/')) await page.locator('.full h3').first().waitFor();
      const list = await findings(page);
      if (list.length > 0) found[path] = list;
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
    }
    await page.goto(`${room.url}/new/doudizhu/qq`);
    await page.locator('button[type=submit]').click();
    await page.locator('.go').waitFor();
    const list = await findings(page);
    if (list.length > 0) found.lobby = list;
  });
  expect(found).toEqual({});
});

test.each(LOOKS)('axe finds nothing on any table (%s)', async (size, settings) => {
  await inBrowser(size, settings, async (context) => {
    expect(await findingsOf(await context.newPage(), scenes, Object.keys(SCENES))).toEqual({});
  });
});
