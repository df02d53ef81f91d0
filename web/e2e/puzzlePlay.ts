/** Plays puzzles as a person does, by keys, and knows their solutions. */

import type { Page } from 'playwright-core';
import { cardsOfAction, takenFrom } from '../src/puzzles/actionCards';
import type { PuzzleSolution, PuzzleView } from '../src/wire/types';

export interface KnownPuzzle {
  readonly view: PuzzleView;
  readonly solution: PuzzleSolution;
}

/** Puzzles with their solutions, as the room gives them to every client. */
export async function packOf(url: string, family: string): Promise<readonly KnownPuzzle[]> {
  const response = await fetch(`${url}/api/puzzles/pack?family=${family}`);
  return ((await response.json()) as { puzzles: KnownPuzzle[] }).puzzles;
}

/** Waits until the page shows a stage of the puzzle. */
export const stage = (page: Page, name: string): Promise<void> => page.locator(`main[data-stage=${name}]`).waitFor();

/** The cards of one's hand on the page. */
const handOn = (page: Page): Promise<string[]> =>
  page.locator('.hand [data-slot]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['slot']!));

/** Chooses the cards of an action and plays them. */
export async function play(page: Page, text: string): Promise<void> {
  const claims = page.locator('[data-do=claim]');
  if ((await claims.count()) > 0) return page.locator(`[data-do=claim][data-text="${text}"]`).click();
  if (cardsOfAction(text).length === 0) return page.locator('[data-do=pass]').click();
  await page.keyboard.press('Escape');
  const left = takenFrom(await handOn(page), text);
  for (const card of new Set(left)) {
    const slots = page.locator(`.hand [data-slot="${card}"]`);
    for (let at = 0; at < left.filter((one) => one === card).length; at += 1) {
      await slots.nth(at).focus();
      await page.keyboard.press('Space');
    }
  }
  await page.locator('[data-do=play]:enabled').waitFor();
  await page.keyboard.press('Enter');
}

/** Plays the main line from where the puzzle stands at its start. */
export async function solve(page: Page, { view, solution }: KnownPuzzle): Promise<void> {
  for (const { seat, text } of solution.moves) {
    if (seat !== view.seat || (await page.locator('main').getAttribute('data-stage')) === 'solved') continue;
    await stage(page, 'asked');
    await play(page, text);
    await page.locator('main:is([data-stage=asked], [data-stage=solved])').waitFor();
  }
  await stage(page, 'solved');
}

/** An action that is not the answer and takes cards. */
export const wrongAction = ({ view, solution }: KnownPuzzle): string =>
  view.position.legal!.find(({ text, cards }) => text !== solution.moves[0]!.text && cards.length > 0)!.text;
