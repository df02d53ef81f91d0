/** The layout of a Gunzi table: its arrangement and the sizes of what is on it. Lengths are in px. */

import { isShort, isUpright, type Screen } from '../../hand/layout';

/**
 * `wide`: one column with the partner, the middle and the viewer's play, and two seats on each side. `tall`: two
 * columns of plays.
 */
export type Way = 'wide' | 'tall' | 'small' | 'low';

/** How player panels are drawn. */
export interface Panel {
  /** The avatar's width. */
  readonly face: number;
  /** The type size of a name, and how many lines it may take. */
  readonly type: number;
  readonly lines: 1 | 2;
}

export interface RingSizes {
  readonly way: Way;
  /** The card width of a play, and of the play that is winning the trick. */
  readonly card: number;
  readonly best: number;
  /** The maximum height of a play. */
  readonly high: number;
  /** The width of a seat if the layout limits it, and whether player panels are horizontal. */
  readonly seat: number;
  readonly flat: boolean;
  /** Avatars, and the type size and number of lines of names. */
  readonly panel: Panel;
  /** The partner's avatar width, and whether text is next to it. */
  readonly partner: number;
  readonly beside: boolean;
  /**
   * Whether there is no room for names, nor for the teams' levels and points. These are in a panel that the player
   * opens.
   */
  readonly tight: boolean;
}

/** Card width, whether panels are horizontal, the number of plays above one another, and the height between them. */
interface Measures {
  readonly card: number;
  readonly flat: boolean;
  readonly rows: number;
  readonly other: number;
}

/** Below this height only avatars and card counts fit. The row with the teams, `TEAMS` high, is left out. */
const TIGHT = 200;
const TEAMS = 36;

const MEASURES: Record<Way | 'tight', Measures> = {
  wide: { card: 82, flat: false, rows: 2, other: 100 },
  tall: { card: 48, flat: false, rows: 4, other: 104 },
  small: { card: 40, flat: false, rows: 3, other: 52 },
  tight: { card: 30, flat: true, rows: 3, other: 52 },
  low: { card: 44, flat: true, rows: 2, other: 12 },
};

/** The panels of each arrangement, from the best to the one that takes least room. */
const PANELS: Record<Way | 'tight', readonly [Panel, ...Panel[]]> = {
  wide: [{ face: 80, type: 16, lines: 2 }],
  tall: [
    { face: 60, type: 16, lines: 2 },
    { face: 56, type: 14, lines: 2 },
    { face: 56, type: 14, lines: 1 },
  ],
  small: [
    { face: 34, type: 12, lines: 2 },
    { face: 28, type: 12, lines: 2 },
    { face: 28, type: 12, lines: 1 },
  ],
  tight: [{ face: 20, type: 14, lines: 1 }],
  low: [
    { face: 38, type: 14, lines: 2 },
    { face: 38, type: 14, lines: 1 },
  ],
};

/**
 * The heights that decide which panels fit above one another. `around`: the part of the area that panels cannot use.
 * `below`: the height of a panel without avatar and name. `note`: the height of a line with a mark. `free`: the number
 * of marks that need no line of their own.
 */
interface Column {
  readonly around: number;
  readonly below: number;
  readonly note: number;
  readonly free: number;
}
const COLUMNS: Partial<Record<Way | 'tight', Column>> = {
  tall: { around: 115, below: 33, note: 16, free: 0 },
  small: { around: 43, below: 18, note: 18, free: 0 },
  low: { around: 12, below: 18, note: 18, free: 1 },
};
/** The line height of a name. */
const LINE = 1.15;

/** The play that is winning the trick is larger by this factor. */
const LEADS = 1.1;
/**
 * On a wide table, the width that seats and gaps take, and the width that plays take as a multiple of the card width:
 * there is room for four cards in a row.
 */
const SEATS = 320;
const FOUR = 8.9;
/** On a table narrower than `BROAD` the partner's avatar is smaller, and its text is below it instead of beside it. */
const BROAD = 900;
const STANDING = 68;
/** The minimum height of a play, even if there is less room. */
const LEAST = 8;
/** The height of a play's border and of the gap to the next play. */
const EDGE = 8;

export function arrangementOf(screen: Screen, height: number): Way {
  if (isShort(screen)) return 'low';
  if (!isUpright(screen)) return 'wide';
  return height < 350 ? 'small' : 'tall';
}

function panelHeight(
  { face, type, lines }: Panel,
  { below, note, free }: Column,
  flat: boolean,
  marks: number,
): number {
  const text = lines * type * LINE + below + note * Math.max(0, marks - free);
  return flat ? Math.max(face, text) : face + text;
}

/**
 * Returns the best panel with which the seats of each side fit above one another. `marks` has the number of marks of
 * each seat, by side of the table.
 */
function choosePanel(way: Way | 'tight', height: number, marks: readonly (readonly number[])[]): Panel {
  const panels = PANELS[way];
  const column = COLUMNS[way];
  if (!column) return panels[0];
  const { flat } = MEASURES[way];
  const fits = (panel: Panel): boolean =>
    marks.every((side) => {
      const heights = side.map((count) => panelHeight(panel, column, flat, count));
      // Horizontal panels are in rows of the same height.
      const needed = flat ? heights.length * Math.max(...heights) : heights.reduce((sum, one) => sum + one, 0);
      return needed <= height - column.around;
    });
  return panels.find(fits) ?? panels.at(-1)!;
}

/**
 * Returns the sizes for the area between the bar and the message. `marks` has the number of marks of each seat, by side
 * of the table.
 */
export function layoutRing(area: Screen, screen: Screen, marks: readonly (readonly number[])[]): RingSizes {
  const way = arrangementOf(screen, area.height);
  const tight = way === 'small' && area.height < TIGHT;
  const { card: meant, flat, rows, other } = MEASURES[tight ? 'tight' : way];
  const panel = choosePanel(tight ? 'tight' : way, area.height, marks);
  const most = way === 'wide' ? Math.min(meant, Math.floor((area.width - SEATS) / FOUR)) : meant;
  const beside = flat || way !== 'wide' || area.width >= BROAD;
  const among = tight ? other - TEAMS : other;
  const high = Math.max(LEAST, Math.floor((area.height - among) / rows) - EDGE);
  const best = Math.min(Math.round(most * LEADS), Math.floor(high / 1.4));
  return {
    way,
    best,
    card: Math.min(most, Math.round(best / LEADS)),
    high,
    seat: tight ? 58 : 66,
    flat,
    panel,
    partner: beside ? panel.face : STANDING,
    beside,
    tight,
  };
}
