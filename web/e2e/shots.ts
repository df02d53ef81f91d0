/** Makes the pictures of the documentation: `npm run shots`. */

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, test } from 'vitest';
import { inBrowser, type Settings, type Size } from './browser';
import { serveScenes, showScene, type Served } from './scenes';

const FOLDER = fileURLToPath(new URL('../../docs/images/web', import.meta.url));
const SHOWN = ['bid', 'follow', 'wild', 'four', 'duel', 'result', 'gunziBury', 'gunziFull'];
const LOOKS: [Size, Settings][] = [
  ['phone', { language: 'zh', theme: 'light' }],
  ['laptop', { language: 'en', theme: 'light' }],
];

let served: Served;
beforeAll(async () => {
  served = await serveScenes();
  mkdirSync(FOLDER, { recursive: true });
});
afterAll(() => served.close());

test.each(LOOKS)('pictures (%s)', async (size, settings) => {
  await inBrowser(size, settings, async (context) => {
    const page = await context.newPage();
    await page.goto(`${served.url}/dev/scenes`);
    await page.waitForSelector('h1');
    for (const scene of SHOWN) {
      await showScene(page, scene);
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${FOLDER}/${scene}-${size}.jpg`, type: 'jpeg', quality: 72 });
    }
  });
});
