/** Hands that the house player plays for a guest, so that there is something to show. */

import type { Page } from 'playwright-core';

/** Opens a table with bots, lets the house player play one hand for the guest, and returns the hand's id. */
export function playHandByHousePlayer(page: Page, ruleset: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const headers = { 'content-type': 'application/json' };
    const post = (path: string, body: unknown): Promise<Response> =>
      fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    await post('/api/session', {});
    const { table } = (await (await post('/api/tables', { ruleset: wanted, bots: '', private: true })).json()) as {
      table: string;
    };
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/tables/${table}`);
    const send = (t: string, more: object): void => socket.send(JSON.stringify({ t, id: t, ...more }));
    return new Promise<string>((resolve, reject) => {
      socket.onerror = () => reject(new Error('the socket has failed'));
      socket.onopen = () => send('ready', {});
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data as string) as {
          t: string;
          id?: string;
          hand?: { reveal: { replay: string } | null } | null;
        };
        if (message.t === 'error') reject(new Error(data as string));
        if (message.t === 'ack' && message.id === 'ready') send('auto', { on: true });
        const replay = message.hand?.reveal?.replay;
        if (replay) {
          socket.close();
          resolve(replay);
        }
      };
    });
  }, ruleset);
}
