/** The arrangement of a Gunzi table, and the sizes of what is on it. Lengths in px. */

import { isShort, isUpright, type Screen } from '../../hand/layout';

/**
 * `wide`: partner, middle and the viewer's play in one column, two seats on each side. `tall`: two columns of plays.
 */
export type Way = 'wide' | 'tall' | 'small' | 'low';

export interface RingSizes {
  readonly way: Way;
  /** Card widths: of a play, and of the winning play. */
  readonly card: number;
  readonly best: number;
  /** The most height of a play. */
  readonly high: number;
  readonly face: number;
  /** Width of a seat if the layout limits it, and whether player panels are horizontal. */
  readonly seat: number;
  readonly flat: boolean;
  /** The partner's avatar width, and whether text is next to it. */
  readonly partner: number;
  readonly beside: boolean;
  /** Lines a name may take. */
  readonly lines: number;
  /** There is no room for names or for the teams' levels and points; their panel has those. */
  readonly tight: boolean;
}

/** Card width, avatar width, how many plays are above one another, and what else is between them. */
interface Measures {
  readonly card: number;
  readonly face: number;
  readonly flat: boolean;
  readonly rows: number;
  readonly other: number;
}

/** Below this height only avatars and card counts fit, and the teams' row, whose height is `TEAMS`, is left out. */
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
/** The winning play is larger by this factor. */
const LEADS = 1.1;
/**
 * On a wide table: the width of seats and gaps; and the rest as a multiple of card width, so that four cards fit in a
 * row.
 */
const SEATS = 320;
const FOUR = 8.9;
/**
 * On a table narrower than `BROAD` there is no room for text next to the partner's avatar: it goes below a smaller one.
 */
const BROAD = 900;
const STANDING = 68;
/** The least height of a play, however little room there is. */
const LEAST = 8;
/** The border of a play and the gap to the next. */
const EDGE = 8;

export function wayOf(screen: Screen, height: number): Way {
  if (isShort(screen)) return 'low';
  if (!isUpright(screen)) return 'wide';
  return height < 350 ? 'small' : 'tall';
}

/** `area`: the space between the bar and the message. */
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
