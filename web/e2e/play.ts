/** Playing a hand as a person does, by mouse or by keys. */

import type { Page } from 'playwright-core';

/** Milliseconds in which any hand against bots is over. */
const ENOUGH = 170_000;

/** What there is to do now: nothing, cards to choose, buttons to press, or the hand is over. */
async function state(page: Page): Promise<'over' | 'cards' | 'buttons' | 'none'> {
  return page.evaluate(() => {
    if (document.querySelector('section.result')) return 'over';
    const buttons = document.querySelectorAll('.controls .button');
    if (buttons.length === 0) return 'none';
    return document.querySelector('.controls [data-do=play]') ? 'cards' : 'buttons';
  });
}

export interface Hands {
  /** Advice, then what it says; passes where there is none. */
  cards(page: Page): Promise<void>;
  /** The boldest choice: the highest bid, the rob, the double. */
  choose(page: Page): Promise<void>;
}

export async function playHand(page: Page, hands: Hands): Promise<void> {
  const end = Date.now() + ENOUGH;
  while (Date.now() < end) {
    const now = await state(page);
    if (now === 'over') return;
    if (now === 'cards') await hands.cards(page);
    if (now === 'buttons') await hands.choose(page);
    await page.waitForTimeout(120);
  }
  throw new Error('the hand does not end');
}

/** The server has looked at the cards: they may be played, or it is said why not. */
async function looked(page: Page): Promise<boolean> {
  await page.waitForTimeout(150);
  return page.locator('.controls [data-do=play]:enabled').isVisible();
}

export const byMouse: Hands = {
  async cards(page) {
    await page
      .locator('.controls [data-do=hint]')
      .click({ timeout: 2000 })
      .catch(() => undefined);
    if (await looked(page))
      await page
        .locator('.controls [data-do=play]')
        .click({ timeout: 2000 })
        .catch(() => undefined);
    else
      await page
        .locator('.controls [data-do=without]')
        .click({ timeout: 2000 })
        .catch(() => undefined);
    const reading = page.locator('.readings .button').first();
    if (await reading.isVisible()) await reading.click();
  },
  async choose(page) {
    await page
      .locator('.controls .button')
      .last()
      .click({ timeout: 2000 })
      .catch(() => undefined);
  },
};

export const byKeys: Hands = {
  async cards(page) {
    await page.keyboard.press('h');
    await page.keyboard.press((await looked(page)) ? 'Enter' : 'p');
    const reading = page.locator('.readings .button').first();
    if (await reading.isVisible()) await reading.press('Enter');
  },
  async choose(page) {
    await page.keyboard.press('Enter');
  },
};
