/** The sizes at the table of a puzzle, in px of the layout. */

import type { Screen } from '../../hand/layout';

export interface PuzzleSizes {
  /** Whether the side panel is beside the table instead of below it. */
  readonly broad: boolean;
  readonly sideways: boolean;
  /** Whether this is an upright phone of little height. */
  readonly low: boolean;
  /** The width of the felt without its padding. */
  readonly inner: number;
  /**
   * The card width of open hands, the visible part of a covered card, and the width of a row if the seats form a ring.
   */
  readonly open: number;
  readonly step: number;
  readonly ring: number;
  readonly play: number;
  readonly face: number;
}

/** The width of the side panel. */
export const PAPER = 400;
const MANY_SEATS = 6;
/** Below this screen width, the cards of three hands side by side are smaller. */
const NARROW = 350;

/** Returns the sizes for a screen and a number of seats. */
export function puzzleSizes({ width, height }: Screen, seats: number): PuzzleSizes {
  const broad = width >= 1000 && height >= 500;
  const sideways = !broad && height < 500;
  const low = !broad && !sideways && height < 700;
  const isMany = seats >= MANY_SEATS;
  const [open, step] = broad
    ? isMany
      ? [50, 32]
      : [72, 50]
    : sideways || low || isMany
      ? isMany && width < NARROW
        ? [32, 19]
        : [38, isMany ? 23 : 27]
      : [44, 31];
  return {
    broad,
    sideways,
    low,
    inner: broad ? width - PAPER - 56 : width - 24,
    open,
    step,
    ring: broad ? 220 : width < NARROW ? 94 : 112,
    play: broad ? 97 : sideways ? 44 : low ? 56 : 74,
    face: broad ? (isMany ? 56 : 78) : sideways || low ? 44 : isMany ? (width < NARROW ? 44 : 52) : 62,
  };
}
