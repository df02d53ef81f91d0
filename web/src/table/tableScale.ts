/**
 * The factor by which a table is drawn larger than its layout. It fills large screens, and makes cards and text larger
 * for players who want that.
 */

import { isShort, type Screen } from '../hand/layout';

/** The size of the largest table in px. */
const MOST: Screen = { width: 1680, height: 1000 };
/** The maximum factor by which large cards enlarge a table. */
const LARGER = 1.25;
/** Smaller factors than this are not used, because they only blur lines. */
const VISIBLE = 1.03;

interface Fit {
  /**
   * The layout is enlarged until the screen is only this large in px of the layout. `large` is the size with large
   * cards; `most` is the maximum factor.
   */
  readonly usual: Screen | null;
  readonly large: Screen;
  readonly most: number;
}

const UPRIGHT: Fit = { usual: null, large: { width: 380, height: 840 }, most: LARGER };
const TABLET: Fit = { usual: { width: 600, height: 700 }, large: { width: 420, height: 640 }, most: 1.7 };
const SIDEWAYS: Fit = { usual: null, large: { width: 700, height: 390 }, most: LARGER };
const WIDE: Fit = { usual: { width: 1280, height: 760 }, large: { width: 960, height: 680 }, most: 1.7 };

/** Portrait screens that are at least this wide are tablets. */
const TABLET_WIDTH = 600;

function screenFit(screen: Screen): Fit {
  if (screen.height > screen.width) return screen.width < TABLET_WIDTH ? UPRIGHT : TABLET;
  return isShort(screen) ? SIDEWAYS : WIDE;
}

const scaleTo = (screen: Screen, least: Screen): number =>
  Math.min(screen.width / least.width, screen.height / least.height);

/**
 * The factor from px of a table's layout to px of the screen. `large`: whether the player wants large cards and text.
 */
export function tableScale(screen: Screen, large: boolean): number {
  const { usual, large: least, most } = screenFit(screen);
  const bounded =
    screen.height > screen.width
      ? screen
      : { width: Math.min(screen.width, MOST.width), height: Math.min(screen.height, MOST.height) };
  const base = Math.min(most, Math.max(1, usual ? scaleTo(bounded, usual) : 1));
  const scale = large ? Math.max(base, Math.min(base * LARGER, scaleTo(screen, least))) : base;
  return scale < VISIBLE ? 1 : Math.floor(scale * 100) / 100;
}
