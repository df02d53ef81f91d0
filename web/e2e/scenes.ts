/** The development server, for the pages that show fixtures. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

async function close(server: ViteDevServer, cacheDir: string): Promise<void> {
  await server.close();
  rmSync(cacheDir, { recursive: true, force: true });
}

export async function serveScenes(): Promise<Served> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'paiju-vite-')); // others may do the same at the same time
  const server = await createServer({
    root: new URL('..', import.meta.url).pathname,
    cacheDir,
    server: { port: 0, hmr: false },
    logLevel: 'error',
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (address === null || address === undefined || typeof address === 'string') throw new Error('no address');
  return { url: `http://127.0.0.1:${address.port}`, close: () => close(server, cacheDir) };
}

/** The page of all scenes, from which `showScene` goes on. */
export async function openScenes(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dev/scenes`);
  await page.waitForSelector('h1');
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
