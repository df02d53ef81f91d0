import { isShort, isUpright, type Screen } from '../../hand/layout';

/** The table's arrangement, and how wide cards are outside the hand: `tile` in melds, `lying` in what was put out, `card` in the middle. */
export interface Sizes {
  readonly upright: boolean;
  readonly short: boolean;
  readonly tile: number;
  readonly lying: number;
  readonly card: number;
}

export function sizesFor(screen: Screen): Sizes {
  const upright = isUpright(screen);
  const short = isShort(screen);
  const look = { upright, short };
  if (upright && screen.height < 700) return { ...look, tile: 16, lying: 14, card: 28 };
  if (upright) return { ...look, tile: screen.width < 380 ? 16 : 19, lying: 16, card: 44 };
  if (short) return { ...look, tile: 15, lying: 15, card: 26 };
  if (screen.width < 1100) return { ...look, tile: 24, lying: 22, card: 52 };
  if (screen.width < 1600) return { ...look, tile: 24, lying: 24, card: 52 };
  return { ...look, tile: 32, lying: 32, card: 68 };
}
