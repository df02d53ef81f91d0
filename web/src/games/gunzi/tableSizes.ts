/** How large what lies and sits round a Gunzi table is. Lengths in px. */

import { isShort, isUpright, type Screen } from '../../hand/layout';

/** `wide`: partner, middle and own place above one another, two seats on each side. `tall`: two columns of plays. */
export type Way = 'wide' | 'tall' | 'small' | 'low';

export interface RingSizes {
  readonly way: Way;
  /** Widths of cards: of a play, and of the one that leads. */
  readonly card: number;
  readonly best: number;
  /** The most that a play takes in height. */
  readonly high: number;
  readonly face: number;
  /** The width of a seat, where it is narrow, and whether plates lie on their side. */
  readonly seat: number;
  readonly flat: boolean;
  /** The partner's face, and whether words stand beside it. */
  readonly partner: number;
  readonly beside: boolean;
  /** Lines that a name may take. */
  readonly lines: number;
  /** There is no room for names, nor for the teams' levels and points; their panel has those. */
  readonly tight: boolean;
}

/** Cards, and the face of a seat; how many plays stand above one another, and what else stands among them. */
interface Measures {
  readonly card: number;
  readonly face: number;
  readonly flat: boolean;
  readonly rows: number;
  readonly other: number;
}

/** Too low for names: a face, and beside it how many cards are left. Nor is there room for the teams, which take so much. */
const TIGHT = 200;
const TEAMS = 36;
/** Too low for names of two lines, and for faces as large. */
const TERSE = 240;
const TERSE_FACE = 28;

const MEASURES: Record<Way | 'tight', Measures> = {
  wide: { card: 82, face: 80, flat: false, rows: 2, other: 100 },
  tall: { card: 48, face: 60, flat: false, rows: 4, other: 104 },
  small: { card: 40, face: 34, flat: false, rows: 3, other: 52 },
  tight: { card: 30, face: 20, flat: true, rows: 3, other: 52 },
  low: { card: 44, face: 38, flat: true, rows: 2, other: 12 },
};
/** The play that leads is larger by this. */
const LEADS = 1.1;
/** On a wide table: what seats and gaps take of its width, and the rest by the width of a card, so that four lie in a row. */
const SEATS = 320;
const FOUR = 8.9;
/** On a narrower one there is no room for words beside the partner's face: they stand below a smaller one. */
const BROAD = 900;
const STANDING = 68;
/** Lower than this no play is, however little room there is. */
const LEAST = 8;
/** The edge of a play, and the gap to the next. */
const EDGE = 8;

export function wayOf(screen: Screen, height: number): Way {
  if (isShort(screen)) return 'low';
  if (!isUpright(screen)) return 'wide';
  return height < 350 ? 'small' : 'tall';
}

/** `area`: the room between the bar and the message. */
export function layRing(area: Screen, screen: Screen): RingSizes {
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
