/** Where the stacks of a hand lie: in rows, a gap between trumps and suits where there is room. Lengths in px. */

import { cardWidth, MIN_PITCH, MIN_SLICE, rowsFor, type HandLayout, type Screen } from '../../hand/layout';

const MARGIN = 8;
const GAP = 10;
/** How far from an even row's end a row may end, to end where a group does. */
const REACH = 2;

/** How many stacks each row has. `groups`: the group of each stack, left to right. */
export function rowsOf(groups: readonly number[], rows: number, most: number): number[] {
  const counts: number[] = [];
  let at = 0;
  for (let left = rows; left > 0; left -= 1) {
    const rest = groups.length - at;
    const even = Math.ceil(rest / left);
    const fits = (count: number): boolean => count > 0 && count <= most && rest - count <= (left - 1) * most;
    const ends = (count: number): boolean => groups[at + count - 1] !== groups[at + count];
    const near = Array.from({ length: 2 * REACH + 1 }, (_, step) => even - REACH + step)
      .filter((count) => count <= rest && fits(count) && ends(count))
      .sort((a, b) => Math.abs(a - even) - Math.abs(b - even));
    const count = left === 1 ? rest : (near[0] ?? even);
    counts.push(count);
    at += count;
  }
  return counts.filter((count) => count > 0);
}

export function layoutStacks(groups: readonly number[], width: number, screen: Screen): HandLayout {
  const card = cardWidth(screen);
  const cardHeight = Math.round((card * 7) / 5);
  const room = width - 2 * MARGIN - card;
  const most = Math.max(1, Math.floor(room / MIN_SLICE) + 1);
  const counts = rowsOf(groups, rowsFor(groups.length, width - 2 * MARGIN, card), most);
  const lift = Math.round(cardHeight / 3);
  const pitch = Math.max(MIN_PITCH, Math.round(cardHeight * 0.7));
  let from = 0;
  const rows = counts.map((count) => {
    const own = groups.slice(from, from + count);
    from += count;
    const breaks = own.filter((group, at) => at > 0 && group !== own[at - 1]).length;
    const gap = breaks === 0 ? 0 : Math.max(0, Math.min(GAP, (room - MIN_SLICE * (count - 1)) / breaks));
    return { own, gap, slice: count < 2 ? Infinity : (room - gap * breaks) / (count - 1), breaks };
  });
  const slice = Math.min(Math.round(card * 0.62), ...rows.map((row) => row.slice));
  const places = rows.flatMap(({ own, gap, breaks }, row) => {
    let x = (width - card - slice * (own.length - 1) - gap * breaks) / 2;
    return own.map((group, at) => {
      if (at > 0) x += slice + (group === own[at - 1] ? 0 : gap);
      return { x, y: lift + row * pitch, row };
    });
  });
  const count = Math.max(1, rows.length);
  return { card, cardHeight, slice, lift, rows: count, height: lift + (count - 1) * pitch + cardHeight, places };
}
