/** A server with people: hands among them, friends, open tables, an admin. */

import type { Browser, Page } from 'playwright-core';
import type { Room } from './server';

/** Sends a request to the server as the page's player. */
export function ask(page: Page, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  return page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(path, { method, headers, ...(body ? { body } : {}) });
      return (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  );
}

/** Opens a public table as the page's player. */
export const open = (page: Page, ruleset: string, more: object = {}): Promise<string> =>
  ask(page, 'POST', '/api/tables', { ruleset, private: false, ...more }).then(({ table }) => table as string);

/** Sits down at a table and lets the house player play that many hands for the page's player. The socket stays open. */
export async function playOn(page: Page, table: string, hands: number): Promise<void> {
  await page.evaluate(
    async ([table, hands]) => {
      let asked = 0;
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/tables/${table}`);
      const send = (t: string, more: object = {}): void =>
        socket.send(JSON.stringify({ t, id: String((asked += 1)), ...more }));
      const over = new Set<string>();
      // Refused between hands, which is harmless.
      const asking = setInterval(() => send('auto', { on: true }), 400);
      await new Promise<void>((resolve) => {
        socket.onopen = () => {
          send('sit', { seat: null });
          send('ready');
        };
        socket.onmessage = ({ data }) => {
          const replay = /"replay":"([^"]+)"/.exec(data as string)?.[1];
          if (!replay || over.has(replay)) return;
          over.add(replay);
          if (over.size >= hands) resolve();
          else send('ready');
        };
      });
      clearInterval(asking);
    },
    [table, hands] as const,
  );
}

/** One name of every kind that is allowed. */
const NAMES = ['悠闲白鹭', '三筒不要碰我的牌', 'Merry Otter', '阿芳', '老周家的二舅', 'WWWWWWWWMMMMMMMMWWWW'] as const;
/** The name of another player. */
export const OTHER = NAMES[2];
const OPEN = ['doudizhu/happy', 'gunzi/six', 'zipai/guilin-3', 'doudizhu/duel', 'doudizhu/four', 'doudizhu/wild'];

/** The page of an admin with an account, friends and `hands` hands among people. */
export async function populateRoom(browser: Browser, room: Room, hands: number): Promise<Page> {
  const pages: Page[] = [];
  for (const name of NAMES) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${room.url}/manifest.webmanifest`);
    await ask(page, 'POST', '/api/session', { name });
    pages.push(page);
  }
  const [me, ...others] = pages as [Page, ...Page[]];
  await ask(me, 'POST', '/api/account', { user: 'auntie', password: 'left at home' });
  room.paiju('admin', 'auntie');
  for (const page of pages)
    for (const name of NAMES) await ask(page, 'PUT', `/api/me/follows/${encodeURIComponent(name)}`);
  for (const [at, ruleset] of OPEN.entries()) await open(others[at % others.length]!, ruleset);
  const table = await open(me, 'doudizhu/qq', { hands: 0 });
  await Promise.all(pages.slice(0, 3).map((page) => playOn(page, table, hands)));
  return me;
}
