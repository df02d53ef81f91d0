import { expect, test } from 'vitest';
import { LONGEST, SCENES } from '../src/dev/fixtures';
import { inBrowser } from './browser';
import { faultsOf } from './checks';
import { openScenes, showScene } from './scenes';

test.each(['zh', 'en'] as const)('no scene overlaps, is cut or runs over, at any size (%s)', async (language) => {
  expect(await faultsOf(language, Object.keys({ ...SCENES, ...LONGEST }))).toEqual({});
});

/** How much brighter the brighter of two colours is, as WCAG counts it. Runs inside the page. */
function contrast(one: string, other: string): number {
  const light = (colour: string): number => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

test.each(['light', 'dark'] as const)('the card with the focus is seen, and hides no index (%s)', async (theme) => {
  await inBrowser('phone', { theme }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'lead');
    await page.keyboard.press('ArrowRight');
    const slot = page.locator('.slot:focus-visible');
    const [ring, card] = await slot.evaluate((element) => [
      getComputedStyle(element).outlineColor,
      getComputedStyle(document.documentElement).getPropertyValue('--card'),
    ]);
    expect(await page.evaluate(`(${contrast})(${JSON.stringify(ring)}, ${JSON.stringify(card)})`)).toBeGreaterThan(3);
    const shows = await slot.evaluate((element) => {
      const next = element.nextElementSibling!;
      const box = next.getBoundingClientRect();
      return next.contains(document.elementFromPoint(box.left + 6, box.top + 12));
    });
    expect(shows).toBe(true);
  });
});
