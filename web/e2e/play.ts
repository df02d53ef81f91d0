/** Plays hands as a person does, by mouse or keyboard, alone or with friends. */

import type { Page } from 'playwright-core';
import type { TimeControl, ServerMessage, Table } from '../src/wire/types';
import { tableAfter } from '../src/wire/mergeTable';

/** Ms in which any hand against bots is over. */
const ENOUGH = 170_000;

/** What to do now: nothing, select cards, press a button, or the hand is over. */
async function state(page: Page): Promise<'over' | 'cards' | 'buttons' | 'none'> {
  return page.evaluate(() => {
    if (document.querySelector('section.result')) return 'over';
    const buttons = document.querySelectorAll('.controls .button');
    if (buttons.length === 0) return 'none';
    return document.querySelector('.controls [data-do=play]') ? 'cards' : 'buttons';
  });
}

export interface Hands {
  /** Takes a hint and plays it; passes if there is none. */
  cards(page: Page): Promise<void>;
  /** Presses the choice that raises the stake most, the highest bid or the rob; by keys, the one that risks nothing. */
  choose(page: Page): Promise<void>;
}

export const playHand = (page: Page, hands: Hands): Promise<void> => playUntil(page, hands, () => false);

/** Plays until `done`, or until the hand is over. */
export async function playUntil(page: Page, hands: Hands, done: () => boolean): Promise<void> {
  const end = Date.now() + ENOUGH;
  while (Date.now() < end) {
    const now = await state(page);
    if (now === 'over' || done()) return;
    if (now === 'cards') await hands.cards(page);
    if (now === 'buttons') await hands.choose(page);
    await page.waitForTimeout(120);
  }
  throw new Error('the hand does not end');
}

/** Collects a page's errors from now on. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}

/** Collects every table that a page receives from now on, over all its connections. */
export function receivedTables(page: Page): Table[] {
  const tables: Table[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const table = tableAfter(tables.at(-1) ?? null, JSON.parse(String(payload)) as ServerMessage);
      if (table) tables.push(table);
    }),
  );
  return tables;
}

/** Whether the hand has had at least this many steps. */
export const isUnderWay = (tables: readonly Table[], steps: number) => (): boolean =>
  tables.reduce((sum, table) => sum + table.steps.length, 0) >= steps;

/** Opens a private table as the page's player and sits down there; returns its address. */
export async function openTable(
  page: Page,
  url: string,
  ruleset: string,
  pace: TimeControl,
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  await page.goto(url);
  // The home page renders before the server has identified the player, and nobody can open a table before that.
  await page.locator('.who').waitFor();
  const table = await page.evaluate(
    async ({ url, setup }) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${url}/api/tables`, { method: 'POST', headers, body: JSON.stringify(setup) });
      return ((await answer.json()) as { table: string }).table;
    },
    { url, setup: { ruleset, options, pace, private: true } },
  );
  await page.goto(`${url}/t/${table}`);
  return `${url}/t/${table}`;
}

/**
 * The host and a guest sit down at a private table; bots fill the empty seats and the hand starts. Returns the table's
 * address.
 */
export async function playTogether(
  host: Page,
  guest: Page,
  url: string,
  ruleset: string,
  pace: TimeControl,
): Promise<string> {
  const link = await openTable(host, url, ruleset, pace);
  await guest.goto(link);
  await guest.locator('li .sit').first().click();
  await guest.locator('.go .primary').click();
  await guest.locator('.go .button:not(.primary)').waitFor();
  await host.locator('.go .primary').click();
  await Promise.all([host, guest].map((page) => page.locator('main.table').waitFor()));
  return link;
}

/** Waits for the server's reading of the selected cards; returns whether they may be played. */
async function canPlaySelection(page: Page): Promise<boolean> {
  await page.waitForTimeout(150);
  return page.locator('.controls [data-do=play]:enabled').isVisible();
}

export const byMouse: Hands = {
  async cards(page) {
    await page
      .locator('.controls [data-do=hint]')
      .click({ timeout: 2000 })
      .catch(() => undefined);
    const button = (await canPlaySelection(page)) ? 'play' : 'without';
    await page
      .locator(`.controls [data-do=${button}]`)
      .click({ timeout: 2000 })
      .catch(() => undefined);
    const reading = page.locator('.readings .button').first();
    if (await reading.isVisible()) await reading.click();
  },
  async choose(page) {
    const eat = page.locator('.eats .eat').first();
    const risky = page.locator('.controls .button:has(.note)').last();
    const button = (await risky.isVisible()) ? risky : page.locator('.controls .button').last();
    await ((await eat.isVisible()) ? eat : button).click({ timeout: 2000 }).catch(() => undefined);
  },
};

export const byKeys: Hands = {
  async cards(page) {
    await page.keyboard.press('h');
    await page.keyboard.press((await canPlaySelection(page)) ? 'Enter' : 'p');
    const reading = page.locator('.readings .button').first();
    if (await reading.isVisible()) await reading.press('Enter');
  },
  async choose(page) {
    await page.keyboard.press('Enter');
  },
};
