/** The place of a moment: in the middle over the cards, but over no bottom cards or card counts. Lengths are in px. */

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Stage {
  readonly area: Size;
  /** The box of the cards that the moment is about; null if none are on the table. */
  readonly cards: Box | null;
  /** The boxes that it must not cover. */
  readonly information: readonly Box[];
  /** The size of the word, and of the change of the multiplier; 0 if there is none. */
  readonly word: Size;
  readonly times: Size;
}

interface MomentPlace {
  /** The middle of the picture, and its width. */
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  /** The top of the word, and of the change of the multiplier. */
  readonly word: number;
  readonly times: number;
}

/** How much of the word may be over the cards, as a fraction of its height. */
const OVER = 0.06;
/** The height of a play's caption with the gaps around it. */
const CAPTION = 52;
const GAP = 4;
/** The width of the picture as a multiple of the width of the cards, and its minimum width. */
const ROUND = 1.9;
const LEAST = 260;

/**
 * The top nearest to `wanted` at which a centred box of this size covers none of the information. If there is none, the
 * top nearest to `wanted` from 0 to `most`.
 */
function freeTop(wanted: number, size: Size, { area, information }: Stage, most: number): number {
  const [left, right] = [(area.width - size.width) / 2, (area.width + size.width) / 2];
  const near = information
    .filter((box) => box.left < right && box.right > left)
    .map(({ top, bottom }) => [top - size.height - GAP, bottom + GAP] as const);
  const isFree = (top: number): boolean =>
    top >= 0 && top <= most && near.every(([above, below]) => top <= above || top >= below);
  const inside = Math.max(0, Math.min(wanted, most));
  const free = [inside, ...near.flat()].filter(isFree);
  return free.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0] ?? inside;
}

export function placeMoment(stage: Stage): MomentPlace {
  const { area, cards, word, times } = stage;
  const below = times.height > 0 ? times.height + 2 * GAP : 0;
  const middle = cards ? (cards.top + cards.bottom) / 2 : area.height / 2;
  const wanted = cards ? cards.top - word.height * (1 - OVER) : (area.height - word.height - below) / 2;
  const top = freeTop(wanted, word, stage, Math.max(0, area.height - below - word.height));
  const under = Math.max(top + word.height + GAP, cards ? cards.bottom + CAPTION : 0);
  const across = Math.max(LEAST, cards ? (cards.right - cards.left) * ROUND : area.width * 0.8);
  return {
    x: cards ? (cards.left + cards.right) / 2 : area.width / 2,
    y: middle,
    wide: Math.min(across, Math.max(LEAST, area.height * 1.5)),
    word: top,
    times: Math.max(0, Math.min(under, area.height - below)),
  };
}
