import { isShort, isUpright, type Screen } from '../../hand/layout';

/** The table's arrangement, and how wide cards are outside the hand: `tile` in melds and discards, `card` in the middle. */
export interface Sizes {
  readonly upright: boolean;
  readonly short: boolean;
  readonly tile: number;
  readonly card: number;
}

export function sizesFor(screen: Screen): Sizes {
  const upright = isUpright(screen);
  const short = isShort(screen);
  if (upright) return { upright, short, tile: screen.width < 380 ? 16 : 19, card: screen.height < 700 ? 34 : 44 };
  if (short) return { upright, short, tile: 15, card: 30 };
  if (screen.width < 1100) return { upright, short, tile: 24, card: 52 };
  return { upright, short, tile: screen.width < 1600 ? 24 : 32, card: screen.width < 1600 ? 52 : 68 };
}
