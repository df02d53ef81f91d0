/** What makes a moment at a table, as the server tells it. */

import type { Table, Words } from '../wire/types';
import { SCENES } from './fixtures';
import { GUNZI_SCENES } from './gunzi';
import { cards, words } from './labels';

const played = (play: Words): Words => words('event.played', { who: { type: 'seat', seat: 1 }, play });

/** By scene: the table, and what has just been told there. */
export const MOMENTS: Readonly<Record<string, readonly [table: Table, told: Words]>> = {
  'moment-bomb': [SCENES.follow!, played(words('play.bomb', { rank: cards('8') }))],
  'moment-rocket': [SCENES.follow!, played(words('play.rocket'))],
  'moment-plane': [SCENES.fourPlay!, played(words('play.trio_chain', { cards: cards('3 3 3 4 4 4') }))],
  'moment-gunzi': [
    GUNZI_SCENES.gunziFollow!,
    words('event.cards_played', { who: { type: 'seat', seat: 1 }, play: words('play.quad', { card: cards('2s') }) }),
  ],
};

/** The same table a moment later. */
export const told = (table: Table, what: Words, v: number): Table => ({
  ...table,
  v,
  since: v - 1,
  happened: [{ v, seat: 1, by: 'bot', events: [], told: [what] }],
});
