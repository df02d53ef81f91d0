/** Not a test: measures the first load of pages for a new visitor on a slow connection and a slow processor. */

import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { inBrowser, type Size } from './browser';
import { openRoom, type Room } from './server';

/** A phone on a train: bytes per second each way and round trip in ms; and the CPU slowdown. */
const LINE = { downloadThroughput: 200_000, uploadThroughput: 100_000, latency: 150 };
const SLOWER = 4;
const TIMES = 3;
const PATHS = ['/', '/new/doudizhu/qq', '/rules/doudizhu/qq', '/learn/zipai'];
const SCREENS: readonly Size[] = ['phone', 'laptop'];

interface First {
  readonly paint: number;
  readonly shift: number;
  /** Bytes transferred, by kind. */
  readonly bytes: Map<string, number>;
}

let room: Room;
beforeAll(async () => {
  room = await openRoom();
  console.log('| page, screen | largest paint ms | layout shift | script kB | all kB |\n|---|---|---|---|---|');
});
afterAll(() => room.close());

/** Runs inside the page before its scripts. */
function observe(): void {
  const seen = { paint: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => (seen.paint = list.getEntries().at(-1)!.startTime)).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

async function countBytes(cdp: CDPSession): Promise<Map<string, number>> {
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? '';
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  return bytes;
}

async function load(page: Page, path: string): Promise<First> {
  const cdp = await page.context().newCDPSession(page);
  const bytes = await countBytes(cdp);
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...LINE });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(observe);
  await page.goto(room.url + path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  return { ...(await page.evaluate(() => (globalThis as unknown as { seen: Omit<First, 'bytes'> }).seen)), bytes };
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const kilo = (bytes: number): string => (bytes / 1000).toFixed(0);

test.each(PATHS.flatMap((path) => SCREENS.map((size) => [path, size] as const)))('%s, %s', async (path, size) => {
  const found: First[] = [];
  for (let time = 0; time < TIMES; time++)
    found.push(
      await inBrowser(size, { language: 'zh', motion: 'on' }, async (context) => load(await context.newPage(), path)),
    );
  const [first] = found;
  const all = [...first!.bytes.values()].reduce((sum, one) => sum + one, 0);
  const cells = [
    `${path}, ${size}`,
    middle(found.map(({ paint }) => paint)).toFixed(0),
    Math.max(...found.map(({ shift }) => shift)).toFixed(3),
    kilo(first!.bytes.get('Script') ?? 0),
    kilo(all),
  ];
  console.log(`| ${cells.join(' | ')} |`);
});
