import { isShort, isUpright, type Screen } from '../hand/layout';

/** The table's arrangement and the size of cards outside the hand. */
export interface Sizes {
  readonly upright: boolean;
  readonly short: boolean;
  readonly play: number;
  readonly bottom: number;
  readonly open: number;
}

export function sizesFor(screen: Screen): Sizes {
  const upright = isUpright(screen);
  const short = isShort(screen);
  if (upright) return { upright, short, play: screen.width < 380 ? 36 : 42, bottom: 30, open: 26 };
  if (short) return { upright, short, play: 38, bottom: 26, open: 24 };
  if (screen.width < 1100) return { upright, short, play: 50, bottom: 44, open: 34 };
  if (screen.width < 1600) return { upright, short, play: 60, bottom: 48, open: 40 };
  return { upright, short, play: 76, bottom: 60, open: 48 };
}

/** Whether the bottom cards lie in the bar, for want of room below it. */
export const bottomInBar = (sizes: Sizes, seats: number): boolean => sizes.short || (sizes.upright && seats >= 4);
