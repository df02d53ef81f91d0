/** The layout of a Gunzi table: its arrangement and the sizes of what is on it. Lengths are in px. */

import { isShort, isUpright, type Screen } from '../../hand/layout';

/**
 * `wide`: one column with the partner, the middle and the viewer's play, and two seats on each side. `tall`: two
 * columns of plays.
 */
export type Way = 'wide' | 'tall' | 'small' | 'low';

export interface RingSizes {
  readonly way: Way;
  /** The card width of a play, and of the play that is winning the trick. */
  readonly card: number;
  readonly best: number;
  /** The maximum height of a play. */
  readonly high: number;
  readonly face: number;
  /** The width of a seat if the layout limits it, and whether player panels are horizontal. */
  readonly seat: number;
  readonly flat: boolean;
  /** The partner's avatar width, and whether text is next to it. */
  readonly partner: number;
  readonly beside: boolean;
  /** How many lines a name may take. */
  readonly lines: number;
  /**
   * Whether there is no room for names, nor for the teams' levels and points. These are in a panel that the player
   * opens.
   */
  readonly tight: boolean;
}

/**
 * Card width, avatar width, whether panels are horizontal, the number of plays above one another, and the height of
 * everything between them.
 */
interface Measures {
  readonly card: number;
  readonly face: number;
  readonly flat: boolean;
  readonly rows: number;
  readonly other: number;
}

/** Below this height only avatars and card counts fit. The row with the teams, `TEAMS` high, is left out. */
const TIGHT = 200;
const TEAMS = 36;
/** Below this height names get one line and avatars are smaller. */
const TERSE = 240;
const TERSE_FACE = 28;

const MEASURES: Record<Way | 'tight', Measures> = {
  wide: { card: 82, face: 80, flat: false, rows: 2, other: 100 },
  tall: { card: 48, face: 60, flat: false, rows: 4, other: 104 },
  small: { card: 40, face: 34, flat: false, rows: 3, other: 52 },
  tight: { card: 30, face: 20, flat: true, rows: 3, other: 52 },
  low: { card: 44, face: 38, flat: true, rows: 2, other: 12 },
};
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

export function wayOf(screen: Screen, height: number): Way {
  if (isShort(screen)) return 'low';
  if (!isUpright(screen)) return 'wide';
  return height < 350 ? 'small' : 'tall';
}

/** The sizes for an area, which is the space between the bar and the message. */
export function layoutRing(area: Screen, screen: Screen): RingSizes {
  const way = wayOf(screen, area.height);
  const tight = way === 'small' && area.height < TIGHT;
  const terse = way === 'small' && !tight && area.height < TERSE;
  const { card: meant, face, flat, rows, other } = MEASURES[tight ? 'tight' : way];
  const most = way === 'wide' ? Math.min(meant, Math.floor((area.width - SEATS) / FOUR)) : meant;
  const usual = terse ? TERSE_FACE : face;
  const beside = flat || way !== 'wide' || area.width >= BROAD;
  const among = tight ? other - TEAMS : other;
  const high = Math.max(LEAST, Math.floor((area.height - among) / rows) - EDGE);
  const best = Math.min(Math.round(most * LEADS), Math.floor(high / 1.4));
  return {
    way,
    best,
    card: Math.min(most, Math.round(best / LEADS)),
    high,
    face: usual,
    seat: tight ? 58 : 66,
    flat,
    partner: beside ? usual : STANDING,
    beside,
    lines: terse ? 1 : 2,
    tight,
  };
}
