/** Not a test: measures main-thread work per frame while hands of every family are played. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { inBrowser, type Size } from './browser';
import { openRoom, type Room } from './server';
import { beginScene, trace, type Frame, type Scene } from './trace';

const GAMES = ['doudizhu/qq', 'doudizhu/four', 'zipai/guilin-3', 'gunzi/six'];
/** Screens with a CPU slowdown relative to this machine: a cheap phone, and a computer. */
const SCREENS: readonly [Size, number][] = [
  ['phone-small', 4],
  ['laptop', 1],
];
/** Ms from the tap that starts a hand to its last card. */
const DEAL: Readonly<Record<string, number>> = { 'gunzi/six': 14_000 };
const DEALT = 3000;
const AT_HOUSE_PACE = 15_000;
const ENOUGH = 170_000;
/** A task of this many ms is noticeable. */
const LONG = 50;
/** The play button on a game's rules page. */
const START = 'main button.primary';
const FRAME = 1000 / 60;

let room: Room;
/** A server whose bots answer at once, so that messages arrive as fast as possible. */
let quick: Room;
beforeAll(async () => {
  [room, quick] = await Promise.all([openRoom(), openRoom({ fast: true })]);
  console.log(
    '| game, screen | scene | frames | work p50 / p95 / max | style + layout + paint p95 | frames > 16.7 | tasks > 50, longest |',
  );
  console.log('|---|---|---|---|---|---|---|');
});
afterAll(() => Promise.all([room.close(), quick.close()]));

/** Requests frames continuously, so that work can be counted per frame. */
function watch(): void {
  const again = (): number => requestAnimationFrame(again);
  again();
  new MutationObserver(() => {
    const over = document.querySelector('section.result') !== null;
    if (over && performance.getEntriesByName('scene:result opens').length === 0) performance.mark('scene:result opens');
  }).observe(document, { childList: true, subtree: true });
}

/** Plays inside the page, so that no automation traffic is measured: takes a hint and plays it. */
function playWithin(): number {
  const press = (what: string): boolean => {
    const button = [...document.querySelectorAll<HTMLButtonElement>(what)].at(-1);
    button?.click();
    return button !== undefined;
  };
  let advised = false;
  return window.setInterval(() => {
    if (document.querySelector('section.result')) return;
    const done =
      press('.readings .button') || press('[data-do=play]:enabled') || (advised && press('[data-do=without]'));
    advised = !done && press('[data-do=hint]');
    if (!done && !advised) press('.eats .eat, .controls .button');
  }, 180);
}

async function open(page: Page, { url }: Room, ruleset: string): Promise<void> {
  await page.goto(`${url}/rules/${ruleset}`);
  await page.locator(START).waitFor();
  await page.evaluate(watch);
}

const press = (page: Page, what: string): Promise<void> =>
  page.evaluate((button) => document.querySelector<HTMLElement>(button)?.click(), what);

/** Sweeps over the hand and back, one step per frame. */
async function stroke(page: Page): Promise<void> {
  const box = await page.locator('.hand').boundingBox();
  if (!box) throw new Error('there is no hand');
  await beginScene(page, 'a stroke over the hand');
  const y = box.y + box.height - 20;
  await page.mouse.move(box.x + box.width * 0.1, y);
  await page.mouse.down();
  for (let step = 0; step <= 100; step += 1) {
    await page.mouse.move(box.x + box.width * (0.5 - 0.4 * Math.cos((step / 50) * Math.PI)), y);
    await page.waitForTimeout(FRAME);
  }
  await page.mouse.up();
  await page.waitForTimeout(400);
}

async function asThePaceIs(page: Page, ruleset: string): Promise<void> {
  await beginScene(page, 'table opens, deal');
  await press(page, START);
  await page.waitForTimeout(DEAL[ruleset] ?? DEALT);
  if (!(await page.locator('.slot').first().isVisible())) await press(page, '.controls .button:last-child');
  await page.locator('.slot').first().waitFor();
  await stroke(page);
  await page.keyboard.press('Escape');
  await beginScene(page, 'play');
  await page.evaluate(playWithin);
  await page.waitForTimeout(AT_HOUSE_PACE);
}

async function inHaste(page: Page): Promise<void> {
  await press(page, START);
  await page.locator('main.table').waitFor();
  await page.waitForTimeout(DEALT);
  await beginScene(page, 'play in haste');
  await page.evaluate(playWithin);
  await page.waitForFunction(() => document.querySelector('section.result'), null, { timeout: ENOUGH, polling: 500 });
  await page.waitForTimeout(1500);
  await beginScene(page, 'next deal');
  await press(page, 'section.result .primary');
  await page.waitForTimeout(DEALT);
}

const ranked = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return (part: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1);
};

function row(what: string, name: string, { frames, tasks }: Scene): string {
  const of = (part: keyof Frame) => ranked(frames.map((frame) => frame[part]));
  const work = of('work');
  const late = frames.filter((frame) => frame.work > FRAME).length;
  const long = tasks.filter((task) => task > LONG).length;
  const parts = (['style', 'layout', 'paint'] as const).map((part) => of(part)(0.95)).join(' + ');
  return `| ${[
    what,
    name,
    frames.length,
    `${work(0.5)} / ${work(0.95)} / ${work(1)}`,
    parts,
    late,
    `${long}, ${ranked(tasks)(1)}`,
  ].join(' | ')} |`;
}

const CASES = SCREENS.flatMap(([size, slower]) => GAMES.map((game) => ({ size, slower, game })));

test.each(CASES)('$game, $size', async ({ size, slower, game }) => {
  await inBrowser(size, { language: 'zh', motion: 'on', sound: true }, async (context) => {
    const page = await context.newPage();
    await open(page, room, game);
    const paced = await trace(page, slower, () => asThePaceIs(page, game));
    await open(page, quick, game);
    const hasty = await trace(page, slower, () => inHaste(page));
    for (const [name, scene] of [...paced, ...hasty]) console.log(row(`${game}, ${size} ÷ ${slower}`, name, scene));
  });
});
