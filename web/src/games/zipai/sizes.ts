import type { Screen } from '../../hand/layout';
import type { Sizes } from '../../table/sizes';

/** How wide cards are outside the hand: `tile` in melds, `lying` in what was put out, `card` in the middle. */
export interface TileSizes {
  readonly tile: number;
  readonly lying: number;
  readonly card: number;
}

export function tilesFor({ upright, short }: Sizes, screen: Screen): TileSizes {
  if (upright && screen.height < 700) return { tile: 16, lying: 14, card: 28 };
  if (upright) return { tile: screen.width < 380 ? 16 : 19, lying: 16, card: 44 };
  if (short) return { tile: 15, lying: 15, card: 26 };
  if (screen.width < 1600) return { tile: 24, lying: screen.width < 1100 ? 22 : 24, card: 52 };
  return { tile: 32, lying: 32, card: 68 };
}
