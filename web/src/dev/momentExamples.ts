/**
 * Examples of what triggers a moment (a short animation) at a table: a message of the server, or a change of the table.
 */

import type { State } from '../games/doudizhu/types';
import type { Table, TranslatableText } from '../wire/types';
import { DOUDIZHU_SCENES } from './doudizhuScenes';
import { GUNZI_SCENES } from './gunziScenes';
import { cards, words } from './fixtureTexts';

const played = (play: TranslatableText): TranslatableText =>
  words('event.played', { who: { type: 'seat', seat: 1 }, play });

/** The table before and after a message. */
const withMessage = (table: Table, what: TranslatableText): [before: Table, after: Table] => [
  table,
  { ...table, steps: [{ v: table.v, seat: 1, by: 'bot', events: [], messages: [what] }] },
];

const ended = DOUDIZHU_SCENES.result!;
/** The table of `ended` with a rocket in place of the spring. */
const plain: Table = {
  ...ended,
  hand: {
    ...ended.hand!,
    lines: ended.hand!.lines.map((line) => (line.key === 'account.spring' ? words('account.rocket') : line)),
  },
};
const promoted: Table = {
  ...plain,
  seats: plain.seats.map((seat, at) =>
    at === 0 ? { ...seat, title: words('title.county_magistrate'), promoted: true } : seat,
  ),
};

function withOneCard(table: Table, seat: number): Table {
  const view = table.hand!.view as State;
  const counts = view.public.counts.map((count, at) => (at === seat ? 1 : count));
  return { ...table, hand: { ...table.hand!, view: { ...view, public: { ...view.public, counts } } } };
}

/** For each scene the table before and after the change. */
export const MOMENTS: Readonly<Record<string, readonly [before: Table, after: Table]>> = {
  'moment-bomb': withMessage(DOUDIZHU_SCENES.follow!, played(words('play.bomb', { rank: cards('8') }))),
  'moment-rocket': withMessage(DOUDIZHU_SCENES.follow!, played(words('play.rocket'))),
  'moment-plane': withMessage(
    DOUDIZHU_SCENES.fourPlay!,
    played(words('play.trio_chain', { cards: cards('3 3 3 4 4 4') })),
  ),
  'moment-gunzi': withMessage(
    GUNZI_SCENES.gunziFollow!,
    words('event.cards_played', { who: { type: 'seat', seat: 1 }, play: words('play.quad', { card: cards('2s') }) }),
  ),
  'moment-last': [DOUDIZHU_SCENES.follow!, withOneCard(DOUDIZHU_SCENES.follow!, 2)],
  'moment-spring': [DOUDIZHU_SCENES.follow!, ended],
  'moment-win': [DOUDIZHU_SCENES.follow!, plain],
  'moment-last-rocket': [DOUDIZHU_SCENES.follow!, withMessage(plain, played(words('play.rocket')))[1]],
  'moment-title': [DOUDIZHU_SCENES.follow!, promoted],
};
