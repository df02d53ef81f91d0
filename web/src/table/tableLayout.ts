import { isShort, isUpright, type Screen } from '../hand/layout';

/** The arrangement of the table, and the sizes of cards and avatars in px. */
export interface Sizes {
  readonly upright: boolean;
  readonly short: boolean;
  /** Card widths: of the play to beat, other plays of the trick, beaten plays, the bottom cards and open hands. */
  readonly beat: number;
  readonly play: number;
  readonly older: number;
  readonly bottom: number;
  readonly open: number;
  /** Whether the bottom cards are in the bar, because there is no room for them below it. */
  readonly inBar: boolean;
  /** Avatar widths: of the other players, and of the viewer. */
  readonly face: number;
  readonly own: number;
}

const PHONE = { inBar: false, beat: 70, play: 42, older: 42, bottom: 30, open: 26, face: 64, own: 44 };
const SMALL = { ...PHONE, inBar: true, bottom: 26 };
const SIDEWAYS = { inBar: true, beat: 57, play: 40, older: 40, bottom: 27, open: 20, face: 64, own: 44 };
const TABLET = { inBar: false, beat: 84, play: 50, older: 56, bottom: 40, open: 34, face: 88, own: 44 };
const DESKTOP = { inBar: false, beat: 97, play: 60, older: 66, bottom: 44, open: 40, face: 88, own: 72 };

/** Below this height in px wide tables have smaller avatars. */
const LOW = 720;
const LOW_FACES = { face: 64, own: 56 };

export function sizesFor(screen: Screen): Sizes {
  const upright = isUpright(screen);
  const short = isShort(screen);
  if (upright) return { upright, short, ...(screen.width < 380 ? SMALL : PHONE) };
  if (short) return { upright, short, ...SIDEWAYS };
  const wide = screen.width < 1100 ? TABLET : DESKTOP;
  return { upright, short, ...wide, ...(screen.height < LOW ? LOW_FACES : {}) };
}

/** Whether the bottom cards are in the bar. With four seats they always are, because these games have more of them. */
export const isBottomInBar = (sizes: Sizes, seats: number): boolean => sizes.inBar || seats >= 4;

/** Whether the hand takes the full width; the viewer's panel and the tools are then above it. */
export const isBroad = (screen: Screen, places: number): boolean => screen.width < 1000 || places > 20;

/** Whether the rim of the table has room for the card counter. */
export const isCounterInRim = (screen: Screen): boolean =>
  screen.width >= 1280 && !isShort(screen) && !isUpright(screen);
