/** How much a table is drawn larger than its layout, so that it fills large screens and suits weak eyes. */

import { isShort, type Screen } from '../hand/layout';

/** The largest table, in px. */
const MOST: Screen = { width: 1680, height: 1000 };
/** With large cards a table is at most this much larger. */
const LARGER = 1.25;
/** A smaller difference is not worth blurred lines. */
const VISIBLE = 1.03;

interface Fit {
  /** The layout is scaled up until the screen is this large in the layout's px; and with large cards. */
  readonly usual: Screen | null;
  readonly large: Screen;
  readonly most: number;
}

const UPRIGHT: Fit = { usual: null, large: { width: 380, height: 840 }, most: LARGER };
const TABLET: Fit = { usual: { width: 600, height: 700 }, large: { width: 420, height: 640 }, most: 1.7 };
const SIDEWAYS: Fit = { usual: null, large: { width: 700, height: 390 }, most: LARGER };
const WIDE: Fit = { usual: { width: 1280, height: 760 }, large: { width: 960, height: 680 }, most: 1.7 };

/** Portrait screens from this width are tablets. */
const TABLET_WIDTH = 600;

function fitOf(screen: Screen): Fit {
  if (screen.height > screen.width) return screen.width < TABLET_WIDTH ? UPRIGHT : TABLET;
  return isShort(screen) ? SIDEWAYS : WIDE;
}

const scaleTo = (screen: Screen, least: Screen): number =>
  Math.min(screen.width / least.width, screen.height / least.height);

/** The factor between the px of a table's layout and the screen's. `large`: the player asked for large cards and text. */
export function tableScale(screen: Screen, large: boolean): number {
  const { usual, large: least, most } = fitOf(screen);
  const bounded =
    screen.height > screen.width
      ? screen
      : { width: Math.min(screen.width, MOST.width), height: Math.min(screen.height, MOST.height) };
  const base = Math.min(most, Math.max(1, usual ? scaleTo(bounded, usual) : 1));
  const scale = large ? Math.max(base, Math.min(base * LARGER, scaleTo(screen, least))) : base;
  return scale < VISIBLE ? 1 : Math.floor(scale * 100) / 100;
}
