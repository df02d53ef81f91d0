import { expect, test } from 'vitest';
import { LONGEST, DOUDIZHU_SCENES } from '../src/dev/doudizhuScenes';
import { MOMENTS } from '../src/dev/momentExamples';
import { NAMED, NOTICE_SCENES } from '../src/dev/scenes';
import { findings } from './axe';
import { inBrowser, SIZES, type Size } from './browser';
import { casesOf } from './deepTests';
import { faultsOf } from './sceneChecks';
import { APART, measure, type Measures } from './layoutFaults';
import { waitUntilDrawn, openScenes, showScene } from './scenes';

test.each(casesOf(['en'] as const, ['zh'] as const))(
  'no scene has overlapping, cut or overflowing elements at any size (%s)',
  async (language) => {
    expect(
      await faultsOf(language, Object.keys({ ...DOUDIZHU_SCENES, ...LONGEST, ...NOTICE_SCENES, ...NAMED })),
    ).toEqual({});
  },
);

/** Tables of each family with much on them. */
const FULL = [
  'lead',
  'follow',
  'duel',
  'openHand',
  'fourPlay',
  'zipaiClaim',
  'zipaiDiscard',
  'gunziFollow',
  'gunziFull',
];

test.each(casesOf(['en'] as const, ['zh'] as const))(
  'nothing overlaps with large cards and text (%s)',
  async (language) => {
    expect(await faultsOf(language, FULL, APART, { large: true })).toEqual({});
  },
);

/**
 * For each size: card widths of a hand of at most 20 cards and of a larger one, the play to beat, avatars, and the font
 * of card counts.
 */
const WANTED: Readonly<Record<Size, { hand: [few: number, many: number]; beat: number; face: number; count: number }>> =
  {
    'phone-small': { hand: [66, 56], beat: 70, face: 64, count: 24 },
    phone: { hand: [80, 60], beat: 70, face: 64, count: 24 },
    sideways: { hand: [66, 58], beat: 57, face: 64, count: 24 },
    tablet: { hand: [102, 77], beat: 90, face: 82, count: 24 },
    laptop: { hand: [114, 100], beat: 97, face: 88, count: 28 },
    desktop: { hand: [149, 131], beat: 127, face: 115, count: 28 },
  };

test.each(casesOf(['en'] as const, ['zh'] as const))(
  'cards, avatars and numbers are large, and the felt is not empty (%s)',
  async (language) => {
    await inBrowser('phone', { language }, async (context) => {
      const page = await context.newPage();
      await openScenes(page);
      for (const size of Object.keys(SIZES) as Size[]) {
        const { hand, beat, face, count } = WANTED[size];
        await page.setViewportSize(SIZES[size]);
        const measured = async (scene: string): Promise<Measures> => {
          await showScene(page, scene);
          await waitUntilDrawn(page);
          return page.evaluate(measure);
        };
        const [lead, follow, four] = [await measured('lead'), await measured('follow'), await measured('longest-four')];
        expect({ size, hand: [lead.hand, follow.hand, four.hand] }).toEqual({
          size,
          hand: [hand[0], hand[0], hand[1]],
        });
        expect({ size, beat: follow.beat, face: follow.face, count: follow.count }).toEqual({
          size,
          beat,
          face,
          count,
        });
        expect(follow.name).toBeGreaterThanOrEqual(14);
        expect(follow.points).toBeGreaterThanOrEqual(14);
        expect({ size, large: follow.empty < 1 / 3 }).toEqual({ size, large: true });
        const others = await measured('waiting');
        expect(others.turn).toBe(false);
        expect(others.other).toBeLessThan(others.beat);
        for (const { button, turn, widest, block } of [lead, follow]) {
          expect({ turn, widest }).toEqual({ turn: true, widest: true });
          expect(button).toBeGreaterThanOrEqual(size === 'sideways' ? 48 : 54);
          const { width, height } = SIZES[size];
          expect({ size, block }).toEqual({
            size,
            block: height > width ? [width, height] : [Math.min(width, 1680), Math.min(height, 1000)],
          });
        }
        // The hand has shrunk, and the buttons have not moved.
        expect({ size, at: follow.primary }).toEqual({ size, at: lead.primary });
      }
    });
  },
);

/** The WCAG contrast ratio of two colours. Runs inside the page. */
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

/** How many pixels differ between two screenshots of the same area. Runs inside the page. */
async function countDifferingPixels(one: string, other: string): Promise<number> {
  const pixels = async (picture: string): Promise<Uint32Array> => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    canvas.drawImage(image, 0, 0);
    return new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer);
  };
  const [before, after] = [await pixels(one), await pixels(other)];
  return before.filter((pixel, at) => pixel !== after[at]).length;
}

test('the focus outline is visible on a card, selected or not', async () => {
  await inBrowser('phone', {}, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    for (const scene of ['lead', 'gunziFollow', 'zipaiDiscard']) {
      await showScene(page, scene);
      // The hand must not move when it receives focus.
      await page.keyboard.press('ArrowRight');
      const slot = page.locator('.slot:focus-visible');
      for (const chosen of [false, true]) {
        if (chosen) await page.keyboard.press('Space');
        await waitUntilDrawn(page);
        const clip = (await slot.boundingBox())!;
        const focused = await page.screenshot({ clip });
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        await waitUntilDrawn(page);
        const plain = await page.screenshot({ clip });
        await page.keyboard.press('ArrowRight');
        const pictures = [focused, plain].map((picture) => JSON.stringify(picture.toString('base64'))).join();
        // A line three pixels wide along the left edge at least.
        const edge = 3 * (clip.height - 20);
        const change = await page.evaluate<number>(`(${countDifferingPixels.toString()})(${pictures})`);
        expect({ scene, chosen, drawn: change >= edge }).toEqual({ scene, chosen, drawn: true });
      }
    }
  });
});

test.each(['light', 'dark'] as const)('the focused card is visible and covers no index (%s)', async (theme) => {
  await inBrowser('phone', { theme }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'lead');
    await page.keyboard.press('ArrowRight');
    const slot = page.locator('.slot:focus-visible');
    const [ring, card] = await slot.evaluate((element) => [
      getComputedStyle(element, '::after').outlineColor,
      getComputedStyle(document.documentElement).getPropertyValue('--card'),
    ]);
    expect(
      await page.evaluate(`(${contrast.toString()})(${JSON.stringify(ring)}, ${JSON.stringify(card)})`),
    ).toBeGreaterThan(3);
    const shows = await slot.evaluate((element) => {
      const next = element.nextElementSibling!;
      const box = next.getBoundingClientRect();
      return next.contains(document.elementFromPoint(box.left + 6, box.top + 12));
    });
    expect(shows).toBe(true);
  });
});

/** Keeps a moment visible by disabling its timer, and triggers none while one is visible; runs inside the page. */
function hold(): void {
  const { setTimeout, setInterval } = window;
  const SEEN = 600;
  Object.assign(window, {
    setTimeout: (then: () => void, after?: number) => (after === SEEN ? 0 : setTimeout(then, after)),
    setInterval: (then: () => void, after?: number) =>
      setInterval(() => document.querySelector('.moment') ?? then(), after),
  });
}

test.each(casesOf(['en'] as const, ['zh'] as const))(
  'a moment is completely visible and leaves buttons and hand alone (%s)',
  async (language) => {
    await inBrowser('phone', { language, motion: 'on' }, async (context) => {
      const page = await context.newPage();
      await page.addInitScript(hold);
      await openScenes(page);
      for (const scene of Object.keys(MOMENTS)) {
        await showScene(page, scene);
        await page.locator('.moment .word').waitFor();
        for (const size of Object.keys(SIZES) as Size[]) {
          await page.setViewportSize(SIZES[size]);
          await waitUntilDrawn(page);
          const [word, area, taken, covered] = await page.evaluate(() => {
            for (const movement of document.getAnimations()) movement.cancel();
            const box = (of: string): DOMRect => document.querySelector(of)!.getBoundingClientRect();
            const { left, top, width, height } = box('.moment .word');
            const at = document.elementFromPoint(left + width / 2, top + height / 2);
            const word = box('.moment .word');
            const covered = [
              ...document.querySelectorAll('.area .bottom, .area .stock, .plate .left, .bar .bottom'),
            ].filter((one) => {
              const { left, right, top, bottom, width } = one.getBoundingClientRect();
              return width > 0 && left < word.right && right > word.left && top < word.bottom && bottom > word.top;
            });
            return [word, box('.area'), at?.closest('.moment') !== null, covered.map(({ className }) => className)];
          });
          const inside = word.left >= area.left && word.right <= area.right && word.bottom <= area.bottom;
          expect({ scene, size, inside, taken, covered }).toEqual({
            scene,
            size,
            inside: true,
            taken: false,
            covered: [],
          });
        }
      }
    });
  },
);

test('the rocket that ends a hand is seen lying before the result, and Enter ends the moment', async () => {
  await inBrowser('phone', { motion: 'on' }, async (context) => {
    const page = await context.newPage();
    await page.addInitScript(hold);
    await openScenes(page);
    await showScene(page, 'moment-last-rocket');
    await page.locator('.moment.rocket .word').waitFor();
    expect(await page.locator('.area .stage .play.beat .card').count()).toBe(2);
    expect(await page.locator('section.result').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.locator('section.result').waitFor();
    expect(await page.locator('.moment').count()).toBe(0);
  });
});

test('without motion the result alone announces the end of a hand, at once', async () => {
  await inBrowser('phone', { motion: 'off' }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'moment-bomb');
    await page.locator('.moment .word').waitFor();
    for (const scene of ['moment-spring', 'moment-win', 'moment-title']) {
      await showScene(page, scene);
      await page.locator('section.result').waitFor();
      expect(await page.locator('.moment').count()).toBe(0);
    }
  });
});

test.each(['zh', 'en'] as const)('the result shows every seat on a small phone (%s)', async (language) => {
  await inBrowser('phone-small', { language }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    for (const scene of ['result', 'zipaiResult', 'gunziResult']) {
      await showScene(page, scene);
      const hidden = await page.evaluate(() => {
        const end = document.querySelector('.result .scroll')!.getBoundingClientRect().bottom + 0.5;
        const seats = [...document.querySelectorAll('.result .seats li')];
        return seats.map((seat) => Math.round(seat.getBoundingClientRect().bottom - end)).filter((below) => below > 0);
      });
      expect({ scene, hidden }).toEqual({ scene, hidden: [] });
    }
  });
});

test.each(['zh', 'en'] as const)('a tap on the stake shows how it is made up (%s)', async (language) => {
  await inBrowser('phone', { language }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'openHand');
    for (const size of Object.keys(SIZES) as Size[]) {
      await page.setViewportSize(SIZES[size]);
      await page.locator('.stake').click();
      const why = page.locator('.why');
      const { x, y, width } = (await why.boundingBox())!;
      expect({ size, inside: x >= 0 && y >= 0 && x + width <= SIZES[size].width }).toEqual({ size, inside: true });
      const [base = 0, times = 0] = ((await page.locator('.stake .chip').innerText()).match(/\d+/g) ?? []).map(Number);
      const factors = (await why.locator('dd').allInnerTexts()).map((one) => Number(one.replace('×', '')));
      expect(factors.slice(0, -1).reduce((product, one) => product * one)).toBe(base * times);
      expect(factors.at(-1)).toBe(base * times);
      await page.keyboard.press('Escape');
      await why.waitFor({ state: 'detached' });
    }
  });
});

test.each([
  ['zh', '声音', '菜单'],
  ['en', 'Sound', 'Menu'],
] as const)('switches in the menu have a constant name and a state (%s)', async (language, name, menu) => {
  await inBrowser('phone-small', { language, sound: true }, async (context) => {
    const page = await context.newPage();
    await openScenes(page);
    await showScene(page, 'follow');
    await page.getByRole('button', { name: menu }).click();
    const sound = page.locator('.menu').getByRole('switch', { name, exact: true });
    for (const state of [true, false, true]) {
      await page.getByRole('switch', { name, exact: true, checked: state }).waitFor();
      expect((await sound.innerText()).trim()).toBe(name);
      await sound.click();
    }
    expect(await findings(page)).toEqual([]);
  });
});
