/** Debian's Chromium through playwright-core, which does not download a browser of its own. */

import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll } from 'vitest';

export const SIZES = {
  'phone-small': { width: 360, height: 640 },
  phone: { width: 390, height: 844 },
  sideways: { width: 844, height: 390 },
  tablet: { width: 768, height: 1024 },
  laptop: { width: 1366, height: 768 },
  desktop: { width: 1920, height: 1080 },
} as const;

export type Size = keyof typeof SIZES;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Settings {
  language?: 'zh' | 'en';
  theme?: 'light' | 'dark';
  motion?: 'on' | 'off' | 'system';
  sound?: boolean;
  fourColour?: boolean;
  large?: boolean;
  /** Tips in the first hands; off unless a test is about them. */
  coach?: boolean;
  autoPass?: boolean;
  /** Whether a play that breaks a bomb needs a second press; off, because the players of the tests press once. */
  askBomb?: boolean;
}

/** One browser for all tests of a file. */
let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

/** The headless shell draws no window and takes two thirds of the CPU time. */
const KNOWN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const executablePath = process.env.CHROMIUM ?? KNOWN.find((path) => existsSync(path)) ?? KNOWN[1];

export const launch = (): Promise<Browser> => chromium.launch({ executablePath, args: FLAGS });

const launched = (): Promise<Browser> => (browser ??= launch());

/** Runs `work` in a browser context of its own. `scale`: device pixels per CSS pixel. */
export async function inBrowser<T>(
  size: Size,
  settings: Settings,
  work: (context: BrowserContext) => Promise<T>,
  { scale = 1, serviceWorkers = 'block' }: { scale?: number; serviceWorkers?: 'block' | 'allow' } = {},
): Promise<T> {
  const context = await (
    await launched()
  ).newContext({
    viewport: SIZES[size],
    deviceScaleFactor: scale,
    // A service worker would answer instead of the routes that a test sets up; only its own test allows it.
    serviceWorkers,
    locale: settings.language === 'en' ? 'en-GB' : 'zh-CN',
  });
  const stored = JSON.stringify({
    language: 'zh',
    theme: 'light',
    motion: 'off',
    sound: false,
    coach: false,
    askBomb: false,
    ...settings,
  });
  await context.addInitScript(
    (text) => localStorage.getItem('paiju.settings') ?? localStorage.setItem('paiju.settings', text),
    stored,
  );
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** Changes settings in an open page, as another tab would. */
export async function setElsewhere(page: Page, settings: Settings): Promise<void> {
  await page.evaluate((changed) => {
    const key = 'paiju.settings';
    const before = JSON.parse(localStorage.getItem(key) ?? '{}') as Settings;
    localStorage.setItem(key, JSON.stringify({ ...before, ...changed }));
    dispatchEvent(new StorageEvent('storage', { key }));
  }, settings);
  const { language, theme } = settings;
  const look = `html${language ? `[lang^=${language}]` : ''}${theme ? `[data-theme=${theme}]` : ''}`;
  await page.locator(look).waitFor();
}
