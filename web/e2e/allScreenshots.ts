/**
 * Not a test: screenshots of every page and table at six sizes, in both languages, light and dark, and contact sheets
 * of them, stored in the folder LOOKS (default `.local/looks`). ONLY: which looks, as `phone-zh-dark`; WHAT: which
 * pages; EACH: take each table scene in one look of this many; HANDS: how many hands to play among people first.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { REPLAYS } from '../src/dev/replays';
import { SCENES } from '../src/dev/scenes';
import { launch } from './browser';
import { playHandByHousePlayer } from './housePlayerHand';
import { open, OTHER, populateRoom } from './populatedRoom';
import { waitUntilDrawn, openScenes, showScene } from './scenes';
import { openRoom, type Room } from './server';

const FOLDER = process.env.LOOKS ?? fileURLToPath(new URL('../../.local/looks', import.meta.url));
const ONLY = new RegExp(process.env.ONLY ?? '');
const WHAT = new RegExp(process.env.WHAT ?? '');
const EACH = Number(process.env.EACH ?? 4);
const HANDS = Number(process.env.HANDS ?? 40);

/** Width and height, the screenshots per sheet, and the width of each there. */
const SIZES = {
  tiny: [320, 568, 12, 260],
  phone: [390, 844, 12, 260],
  sideways: [844, 390, 10, 530],
  tablet: [768, 1024, 8, 390],
  laptop: [1440, 900, 6, 530],
  desktop: [1920, 1080, 6, 530],
} as const;
type Size = keyof typeof SIZES;
const WIDE = 1600;

interface Look {
  readonly name: string;
  readonly size: Size;
  readonly language: 'zh' | 'en';
  readonly theme: 'light' | 'dark';
}

const LOOKS: Look[] = (Object.keys(SIZES) as Size[])
  .flatMap((size) =>
    (['zh', 'en'] as const).flatMap((language) =>
      (['light', 'dark'] as const).map((theme) => ({ name: `${size}-${language}-${theme}`, size, language, theme })),
    ),
  )
  .filter(({ name }) => ONLY.test(name));

/** A page's path and what to press there before the screenshot; `SELECT=OPTION` selects an option. */
type Way = readonly [path: string, ...presses: string[]];

async function press(page: Page, what: string): Promise<void> {
  const [list, option] = what.split('=');
  if (option) await page.locator(list!).selectOption(option);
  else await page.locator(what).first().click({ timeout: 5000 });
}

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
  mkdirSync(FOLDER, { recursive: true });
});
afterAll(() => room.close());

async function putOn(page: Page, { size, language, theme }: Look): Promise<void> {
  const [width, height] = SIZES[size];
  await page.setViewportSize({ width, height });
  const settings = { motion: 'off', sound: false, language, theme };
  await page.evaluate((changed) => {
    localStorage.setItem('paiju.settings', JSON.stringify(changed));
    dispatchEvent(new StorageEvent('storage', { key: 'paiju.settings' }));
  }, settings);
  await page.locator(`html[lang^=${language}][data-theme=${theme}]`).waitFor();
  await waitUntilDrawn(page);
}

/** The screenshots of each look. */
const taken = new Map<string, string[]>();
async function shoot(page: Page, { name }: Look, what: string): Promise<void> {
  await page.waitForTimeout(60);
  const file = `${name}-${what}.jpg`;
  await page.screenshot({ path: `${FOLDER}/${file}`, type: 'jpeg', quality: 75 });
  taken.set(name, [...(taken.get(name) ?? []), file]);
}

async function pages(page: Page, ways: Readonly<Record<string, Way>>): Promise<void> {
  for (const [what, [path, ...presses]] of Object.entries(ways).filter(([what]) => WHAT.test(what))) {
    await page.goto(room.url + path);
    await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined);
    for (const look of LOOKS) {
      await putOn(page, look);
      if (look === LOOKS[0]) for (const one of presses) await press(page, one);
      await shoot(page, look, what);
    }
  }
}

/** Takes each scene in some of the looks. */
async function tables(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await openScenes(page);
  const scenes = Object.keys({ ...SCENES, ...REPLAYS }).filter((what) => WHAT.test(what));
  for (const [n, look] of LOOKS.entries()) {
    await putOn(page, look);
    for (const scene of scenes.filter((_, at) => n % EACH === at % EACH)) {
      await showScene(page, scene);
      // One step further, where the analysis has a comment.
      if (scene in REPLAYS) await page.keyboard.press('ArrowRight');
      await shoot(page, look, scene);
    }
  }
}

async function sheets(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  for (const { name, size } of LOOKS) {
    const [, , many, width] = SIZES[size];
    const files = taken.get(name) ?? [];
    for (let from = 0; from < files.length; from += many) {
      const pictures = files
        .slice(from, from + many)
        .map((file) => `<figure><img src="${file}" width="${width}">${file}</figure>`);
      const style = `body,figure{margin:0;font:11px sans-serif}body{display:flex;flex-wrap:wrap;gap:4px;width:${WIDE}px}`;
      const html = `<style>${style}figure{width:${width}px;overflow:hidden}img{display:block}</style>${pictures.join('')}`;
      writeFileSync(`${FOLDER}/sheet.html`, html);
      await page.goto(`file://${FOLDER}/sheet.html`);
      await page.setViewportSize({ width: WIDE, height: 100 });
      await page.screenshot({ path: `${FOLDER}/sheet-${name}-${from / many}.png`, fullPage: true });
    }
  }
}

test('looks', { timeout: 3_000_000 }, async () => {
  const browser = await launch();
  const me = await populateRoom(browser, room, HANDS);
  const hands: string[] = [];
  for (const ruleset of ['doudizhu/qq', 'zipai/guilin-3', 'gunzi/six', 'doudizhu/duel'])
    hands.push(await playHandByHousePlayer(me, ruleset));
  const mine = await open(me, 'doudizhu/four', { private: true });
  await pages(me, {
    home: ['/'],
    sheet: ['/', '.ways button'],
    lobby: [`/t/${mine}`],
    new: ['/new/doudizhu/happy', 'summary'],
    watch: ['/watch'],
    rankings: ['/rankings', '.filters div:nth-child(3) select=title'],
    seasons: ['/seasons'],
    player: ['/player'],
    other: [`/player/${encodeURIComponent(OTHER)}`],
    hands: ['/hands'],
    coins: ['/coins'],
    admin: ['/admin'],
    rules: ['/rules/doudizhu/wild'],
    lessons: ['/learn'],
    learn: ['/learn/zipai'],
    settings: ['/settings'],
    account: ['/account'],
    login: ['/account/login'],
    nowhere: ['/nowhere'],
    'review-qq': [`/replay/${hands[0]}#24`],
    'review-summary': [`/replay/${hands[0]}`, '.chip-button, .tabs button:last-child'],
    'review-zipai': [`/replay/${hands[1]}`],
    'review-gunzi': [`/replay/${hands[2]}#500`],
    'review-end': [`/replay/${hands[3]}#9999`],
  });
  await tables(me.context());
  await sheets(me.context());
  await browser.close();
});
