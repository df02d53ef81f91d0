/**
 * A match of Gunzi against bots until the page has paid or given back tribute by hand. The house player plays the
 * tricks.
 */

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Event, State } from '../src/games/gunzi/types';
import type { Table } from '../src/wire/types';
import { inBrowser } from './browser';
import { deepTest } from './deepTests';
import { byMouse, errorsOf, openTable, playUntil, receivedTables } from './play';
import { openRoom, type Room } from './server';

let room: Room;
beforeAll(async () => {
  // A variant in which a team with at most half of the points gives tribute, so that few hands go without.
  const own = readFileSync('../src/paiju/games/gunzi/rulesets/six.toml', 'utf8')
    .replace('name = "six"', 'name = "giving"')
    .replace(/tribute_below = \d+/, 'tribute_below = 200');
  room = await openRoom({ fast: true, own });
});
afterAll(() => room.close());

const LEAST = 3;
/** More than half of the hands ask a given seat to pay or give back tribute, so this many hands are enough. */
const MOST = 16;

const me = (table: Table): number => table.you!;
const phaseOf = ({ hand }: Table): string => (hand!.view as State).phase.type;

/** How often this seat has paid or given back tribute itself. */
const tributes = (tables: readonly Table[]): number =>
  tables
    .flatMap((table) => table.steps.map((step) => ({ ...step, mine: step.seat === me(table) })))
    .filter(({ by, mine, events }) => mine && by === 'player' && (events as Event[]).some(isTribute)).length;

const isTribute = ({ type }: Event): boolean => type === 'tribute_chosen' || type === 'given_back';

/** Plays by hand until the tricks begin; then the house player takes over. */
async function hand(page: Page, received: readonly Table[]): Promise<void> {
  await playUntil(page, byMouse, () => phaseOf(received.at(-1)!) === 'playing');
  await page.getByLabel('菜单').click();
  await page.locator('.menu').getByRole('button', { name: '托管' }).click();
  await page.locator('section.result').waitFor();
}

deepTest('a match: tribute is paid or given back by hand, and the sheet has every hand', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const errors = errorsOf(page);
    const received = receivedTables(page);
    await openTable(page, room.url, 'gunzi/giving', { turn: 20, reserve: 30 });
    await page.locator('.go .primary').click();
    await page.locator('main.table').waitFor();
    const rows = page.locator('section.result tr.hand-row');
    let played = 0;
    for (; played < LEAST || (tributes(received) === 0 && played < MOST); played += 1) {
      if (played > 0) await page.locator('section.result footer .primary').click();
      await page.locator('section.result').waitFor({ state: 'detached' });
      await hand(page, received);
      await rows.nth(played).waitFor();
      expect(await rows.count()).toBe(played + 1);
    }
    expect(tributes(received)).toBeGreaterThan(0);
    await page.reload();
    await page
      .locator('section.result tr.hand-row')
      .nth(played - 1)
      .waitFor();
    expect(errors).toEqual([]);
  });
});
