import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Lesson, Step } from '../src/learn/lesson';
import { findings } from './axe';
import { casesOf, deepTest } from './deepTests';
import { inBrowser, type Settings, type Size } from './browser';
import { APART, findFaults } from './layoutFaults';
import { scenes } from './scenes';

const FAMILIES = ['doudizhu', 'zipai', 'gunzi'] as const;
type Family = (typeof FAMILIES)[number];

const lessonOf = (family: Family): Lesson =>
  JSON.parse(readFileSync(new URL(`../src/games/${family}/lesson.json`, import.meta.url), 'utf8')) as Lesson;

/** The highest play, which a learner has not seen before. */
const ROCKET = /^play BR@/;

/** The next lesson, in the order of the lessons page. */
const FOLLOWING: Record<Family, string[]> = { doudizhu: ['/learn/zipai'], zipai: ['/learn/gunzi'], gunzi: [] };

/** The smallest screens in both orientations; the keyboard test uses the laptop. */
const LOOKS: [Size, Settings][] = [
  ['phone-small', { language: 'en' }],
  ['sideways', { language: 'zh' }],
];

/** Makes a step's move: the hint selects it, then the button plays it. */
async function take(page: Page, { want }: Step): Promise<void> {
  const controls = page.locator('.controls');
  if (!want) await page.locator('.learn [data-do=next]').click();
  else if (want.text === 'pass') await controls.locator('[data-do=without]').click();
  else if (/^(bid|min|show|pong|win)/.test(want.text)) await actionButton(page, want.text).click();
  else if (want.text.startsWith('eat')) await page.locator('.claims button').first().click();
  else {
    await controls.locator('[data-do=hint]').click();
    await controls.locator('[data-do=play]:enabled').click();
  }
}

/** The button of an action without cards. */
function actionButton(page: Page, text: string) {
  const buttons = page.locator('.controls .button');
  if (text.startsWith('bid')) return page.locator('.controls .button:not(.primary)').last();
  return /^(min|pong)/.test(text) ? buttons.first() : buttons.last();
}

/** `take` with the keyboard only. */
async function takeByKeyboard(page: Page, { want }: Step): Promise<void> {
  const { keyboard } = page;
  if (!want) await keyboard.press('Enter');
  else if (want.text === 'pass') await keyboard.press('p');
  else if (want.text.startsWith('eat')) await keyboard.press('1');
  else if (want.text.startsWith('min')) {
    await keyboard.press('Enter');
    await keyboard.press('Enter');
  } else if (want.text.startsWith('bid')) await actionButton(page, want.text).press('Enter');
  else if (want.text === 'pong') await actionButton(page, want.text).press('Enter');
  else if (/^(show|win)/.test(want.text)) await keyboard.press('Enter');
  else {
    await keyboard.press('h');
    await page.locator('.controls [data-do=play]:enabled').waitFor();
    await keyboard.press('Enter');
  }
}

async function waitForStep(page: Page, lesson: Lesson, at: number): Promise<void> {
  await page.getByText(new RegExp(`^${at + 1} / ${lesson.steps.length}$`)).waitFor();
  await page.waitForTimeout(100);
}

async function faultsOf(page: Page): Promise<object> {
  const { overlaps, outside, small, cut } = await page.evaluate(findFaults, APART);
  return { overlaps, outside, small, cut };
}

const NONE = { overlaps: [], outside: [], small: [], cut: [] };

test.each(
  FAMILIES.flatMap((family) => casesOf(LOOKS.slice(0, 1), LOOKS.slice(1)).map((look) => [family, ...look] as const)),
)('the lesson of %s, step by step (%s)', async (family, size, settings) => {
  const lesson = lessonOf(family);
  await inBrowser(size, settings, async (context) => {
    const page = await context.newPage();
    await page.goto(`${scenes}/learn/${family}`);
    for (const [at, step] of lesson.steps.entries()) {
      await waitForStep(page, lesson, at);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${family}-${size}-${at + 1}.png` });
      if (at === lesson.steps.length - 1) break;
      expect({ at, ...(await faultsOf(page)) }).toEqual({ at, ...NONE });
      if (ROCKET.test(lesson.steps[at - 1]?.want?.text ?? ''))
        expect(await page.locator('.play.beat .card').count()).toBe(2);
      if (at === 0 || at === Math.floor(lesson.steps.length / 2)) expect(await findings(page)).toEqual([]);
      await take(page, step);
    }
    // A lesson's hand has no record or next hand to link to; only the next lesson.
    expect(await page.locator('section.result :is(a, .primary)').count()).toBe(0);
    const links = page.locator('.learn section a.button');
    expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(FOLLOWING[family]);
    expect(await faultsOf(page)).toEqual(NONE);
    expect(await findings(page)).toEqual([]);
  });
});

test.each(FAMILIES)('the lesson of %s by keyboard', async (family) => {
  const lesson = lessonOf(family);
  await inBrowser('laptop', { language: 'en', theme: 'dark' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${scenes}/learn/${family}`);
    for (const [at, step] of lesson.steps.entries()) {
      await waitForStep(page, lesson, at);
      expect({ at, ...(await faultsOf(page)) }).toEqual({ at, ...NONE });
      if (at === 0) expect(await findings(page)).toEqual([]);
      if (at < lesson.steps.length - 1) await takeByKeyboard(page, step);
    }
  });
});

test('a learner who tries another move is told why it is wrong', async () => {
  await inBrowser('phone', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${scenes}/learn/doudizhu`);
    const lesson = lessonOf('doudizhu');
    let at = 0;
    const to = async (wanted: string): Promise<void> => {
      for (; lesson.steps[at]!.want?.text !== wanted; at += 1) {
        await waitForStep(page, lesson, at);
        await page.locator('.learn [data-do=next]').click();
      }
      await waitForStep(page, lesson, at);
    };
    const message = page.locator('.message.strong');
    await to('bid 3');
    await page.locator('.controls .primary').click();
    expect(await message.textContent()).toBe('With both jokers? Bid 3.');
    // The reason that the server's rules give.
    await to('play 2@2s');
    await page.keyboard.press('k');
    await message.waitFor();
    expect(await message.textContent()).toMatch(/higher/);
    expect(await page.locator('.controls [data-do=play]').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('q');
    await message.getByText('For now, follow the lesson').waitFor();
  });
});

deepTest('a learner who does not know the move can have it shown', async () => {
  const lesson = lessonOf('gunzi');
  await inBrowser('phone', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${scenes}/learn/gunzi`);
    for (const [at, { want }] of lesson.steps.entries()) {
      await waitForStep(page, lesson, at);
      if (at === lesson.steps.length - 1) break;
      await page
        .locator('.learn')
        .getByRole('button', { name: want ? 'Show me' : 'Next' })
        .click();
      if (want?.text.startsWith('play')) await page.locator('.slot[aria-pressed=true]').first().waitFor();
    }
  });
});
