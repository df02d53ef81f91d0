/** The development server, for the pages that show fixtures. */

import type { Page } from 'playwright-core';
import { createServer } from 'vite';

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveScenes(): Promise<Served> {
  const server = await createServer({
    root: new URL('..', import.meta.url).pathname,
    server: { port: 0, hmr: false },
    logLevel: 'error',
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (address === null || address === undefined || typeof address === 'string') throw new Error('no address');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** Goes to a scene without loading the page anew. */
export async function showScene(page: Page, scene: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/dev/scenes/${scene}`);
  await page.waitForSelector('.table');
  await page.waitForTimeout(60);
}
