/** What choices, events and lines of account are called. */

import { words } from '../../i18n/generated/zipai';
import { gain, number } from '../../i18n/index.svelte';
import { word } from '../../i18n/words';
import type { AccountLine } from '../../table/scene';
import type { Line } from '../../wire/types';
import type { Card } from '../../cards/card';
import { cardOf, parseCards, type Kind } from './cards';
import { cardText, spelled } from './names';
import type { Action, Event, Meld } from './types';
import { z } from './words';

type Details = Readonly<Record<string, string | number>>;
type Who = (seat: number) => string;

/** The server's words for a code, or the code. */
export const say = (table: string, code: string, details: Details = {}): string =>
  word(table, code, details, words) ?? code;

const meldText = (cards: readonly Kind[]): string => cards.map(cardText).join(' ');

export function actionLabel(action: Action): string {
  switch (action.type) {
    case 'set_minimum':
      return say('action', 'set_minimum', { points: action.points });
    case 'discard':
      return say('action', 'discard', { card: cardText(action.card) });
    case 'eat':
      return say('action', 'eat', { melds: action.melds.map(meldText).join(', ') });
    default:
      return say('action', action.type);
  }
}

/** The same for an action as text: `min 20`, `discard 三`, `eat 二七十 二二贰`, `pong`. */
export function tell(text: string): string {
  const [head = '', ...rest] = text.split(' ');
  if (head === 'min') return say('action', 'set_minimum', { points: rest[0] ?? '' });
  if (head === 'discard') return say('action', 'discard', { card: cardText(parseCards(rest[0] ?? '')[0] ?? 0) });
  if (head === 'eat') return say('action', 'eat', { melds: rest.map((cards) => spelled(cards)).join(' ') });
  return say('action', head);
}

/** The card that an action's text puts down. */
export const cardsOfAction = (text: string): Card[] =>
  text.startsWith('discard ') ? parseCards(text).map(cardOf) : [];

/** How a meld lies, and its cards as far as they are known. */
export const meldName = (meld: Meld): string =>
  `${say('way', meld.way)} ${meld.cards ? meldText(meld.cards) : z('table.hidden')}`.trim();

/** What has happened, in a sentence; nothing for what says nothing. */
export function eventText(event: Event, who: Who): string {
  switch (event.type) {
    case 'minimum_set':
      return say('event', event.type, { who: who(event.seat), points: event.points });
    case 'cards_dealt':
    case 'opening_passed':
    case 'stock_empty':
      return say('event', event.type);
    case 'extra_drawn':
      return say('event', event.type, { who: who(event.seat) });
    case 'melds_laid':
      return say('event', event.type, { who: who(event.seat), melds: event.melds.map(meldName).join(', ') });
    case 'card_put_out':
      return say('event', event.drawn ? 'card_put_out_drawn' : event.type, {
        who: who(event.seat),
        card: cardText(event.card),
      });
    case 'card_drawn':
      return say('event', event.type, { who: who(event.seat) });
    case 'hand_won':
      return event.winners
        .map((winner) => say('event', event.type, { who: who(winner.seat), points: winner.points }))
        .join(' ');
    case 'phase_began':
    case 'answered':
    case 'claims_closed':
      return '';
  }
}

const HOW: Record<NonNullable<Line['how']>, (value: number) => string> = {
  base: number,
  times: (value) => `×${number(value)}`,
  plus: gain,
  note: () => '',
  personal: (value) => `×${number(value)}`,
};

export function accountLine(line: Line, who: Who): AccountLine {
  const details = Object.fromEntries((line.args ?? []).map((text, at) => [at, spelled(text)]));
  return {
    label: say('account', line.code, { ...details, value: line.value }),
    value: HOW[line.how ?? 'times'](line.value),
    note: line.seat === undefined || line.seat === null ? '' : who(line.seat),
  };
}
