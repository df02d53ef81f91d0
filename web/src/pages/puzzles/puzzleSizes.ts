/** Sizes of what lies on the table of a puzzle, in px of the layout. */

import type { Screen } from '../../hand/layout';

export interface PuzzleSizes {
  /** The paper is beside the table and not below. */
  readonly broad: boolean;
  readonly sideways: boolean;
  /** A low phone. */
  readonly low: boolean;
  /** The felt's width without its padding. */
  readonly inner: number;
  /** Open hands: the width of a card and of its visible part; with six seats the room for a row. */
  readonly open: number;
  readonly step: number;
  readonly ring: number;
  readonly play: number;
  readonly face: number;
}

/** The paper's width beside the table. */
export const PAPER = 400;
const MANY_SEATS = 6;
/** Below this width, three seats side by side need smaller cards. */
const NARROW = 350;

/** Sizes by the screen and the number of seats. */
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
