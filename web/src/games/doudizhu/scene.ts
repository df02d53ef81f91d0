/** The server's view of a Dou Dizhu hand as a scene. It reads, and decides nothing. */

import { parseCards, rankLabel, RANKS, type Card } from '../../cards/card';
import { cardNames } from '../../cards/names';
import { t } from '../../i18n/index.svelte';
import {
  actorsOf,
  eventsOf,
  isWinner,
  plainSeat,
  type Last,
  type Question,
  type Result,
  type SeatScene,
  type TableScene,
} from '../../table/scene';
import type { HandInfo, Line, Table } from '../../wire/types';
import { arrange } from './arrange';
import { count } from './counter';
import { accountLine, actionLabel, promptOf, ranksText } from './labels';
import type { Action, Event, Rules, State } from './types';

const cardsOf = (text: string | null | undefined): readonly Card[] | null => (text == null ? null : parseCards(text));

/** Cards that lie open, high ones left. */
const laidOut = (view: State, text: string | null | undefined): readonly Card[] | null => {
  const cards = cardsOf(text);
  return cards && arrange(cards, 'rank', view.public.wild == null ? null : (RANKS[view.public.wild] ?? null));
};

const word = (text: string, strong = false): Last => ({ kind: 'word', word: text, strong });

function lastInPlay(view: State, seat: number): Last | null {
  const { phase } = view;
  if (phase.type !== 'playing') return null;
  const text = phase.last[seat];
  if (text === null || text === undefined) return null;
  if (text === '') return word(t('did.pass'));
  const toBeat = phase.standing !== null && phase.by === seat;
  const as = toBeat && phase.standing?.includes('<') ? ranksText(phase.standing.split('<')[0] ?? '') : null;
  return { kind: 'cards', cards: parseCards(text), as, toBeat };
}

const SAID: Record<string, () => string> = {
  call: () => t('act.call'),
  'no-call': () => t('act.no-call'),
  rob: () => t('act.rob'),
  'no-rob': () => t('act.no-rob'),
};

/** What a seat has said, or that it has chosen while others still do. */
function lastSaid(view: State, seat: number): Last | null {
  const { phase } = view;
  switch (phase.type) {
    case 'bidding': {
      const points = phase.said?.[seat];
      if (points === null || points === undefined) return null;
      return word(points === 0 ? t('act.bid.0') : t('act.bid', { n: points }), points > 0);
    }
    case 'robbing': {
      const said = phase.said?.[seat];
      return said ? word(SAID[said]?.() ?? said, !said.startsWith('no-')) : null;
    }
    case 'kicking':
      return view.public.kicked[seat] ? word(t('did.kick'), true) : null;
    case 'opening':
    case 'throwing':
    case 'doubling':
      return phase.waiting.includes(seat) ? null : word(t('did.chosen'));
    default:
      return null;
  }
}

function marksOf(view: State, seat: number): string[] {
  const { opened, kicked, doubled, thrown, kicked_back: back, landlord } = view.public;
  return [
    ...(opened[seat] ? [t('act.openTimes', { n: opened[seat] })] : []),
    ...(kicked[seat] ? [t('did.kick')] : []),
    ...(back && landlord === seat ? [t('did.back')] : []),
    ...(doubled[seat] ? [t('did.double')] : []),
    ...(thrown[seat] ? [t('did.thrown', { n: thrown[seat] })] : []),
  ];
}

function roleOf(view: State | null, seat: number): SeatScene['role'] {
  const landlord = view?.public.landlord;
  if (landlord === null || landlord === undefined) return null;
  return landlord === seat ? { label: t('role.landlord'), strong: true } : { label: t('role.farmer'), strong: false };
}

function shownOf(view: State | null, hand: HandInfo | null, seat: number, me: number | null): readonly Card[] | null {
  if (!view || seat === me) return null;
  const final = hand?.reveal?.state as State | undefined;
  return laidOut(view, (final ?? view).secret.hands[seat]);
}

function seatScene(table: Table, view: State | null, seat: number, receivedAt: number): SeatScene {
  const info = table.seats[seat]!;
  const acting = table.hand?.reveal ? undefined : table.hand?.acting.find((one) => one.seat === seat);
  const dealt = view !== null && table.hand?.reveal === null;
  return {
    ...plainSeat(table, info, acting, receivedAt),
    role: roleOf(view, seat),
    marks: view ? marksOf(view, seat) : [],
    cardsLeft: view ? (view.public.counts[seat] ?? 0) : null,
    shown: shownOf(view, table.hand, seat, table.you),
    last: view && dealt ? (lastInPlay(view, seat) ?? lastSaid(view, seat)) : null,
  };
}

const isNo = (action: Action): boolean =>
  action.type === 'pass' || (action.type === 'choose' && !action.yes) || (action.type === 'bid' && action.points === 0);

function buttonsOf(actions: readonly Action[], view: State, prompt: string): Question {
  const ordered = [...actions].sort((a, b) => Number(isNo(b)) - Number(isNo(a)));
  const buttons = ordered.map((action, at) => ({
    label: actionLabel(action, view.phase),
    action,
    primary: at === ordered.length - 1 && !isNo(action),
  }));
  const without = buttons.find(({ action }) => isNo(action)) ?? null;
  return { kind: 'buttons', prompt, without, hints: false, buttons };
}

const ranksOf = (cards: readonly Card[]): string => cards.map((card) => card.rank).join('');

function throwQuestion(): Question {
  const keep: Action = { type: 'throw', ranks: '' };
  return {
    kind: 'cards',
    prompt: t('ask.throw'),
    verb: t('act.throw'),
    without: { label: t('act.keep'), action: keep, primary: false },
    text: (cards) => `throw ${ranksOf(cards)}`,
    hints: false,
  };
}

function playQuestion(view: State): Question {
  const standing = view.phase.type === 'playing' ? view.phase.standing : null;
  const pass: Action = { type: 'pass' };
  return {
    kind: 'cards',
    prompt: t(standing === null ? 'table.yourLead' : 'table.yourTurn'),
    verb: t('act.play'),
    without: standing === null ? null : { label: t('act.pass'), action: pass, primary: false },
    text: (cards) => cards.map((card) => card.text).join(''),
    hints: true,
  };
}

/** What a seat is asked for, as the phase calls it. */
function askedFor(actions: readonly Action[]): string {
  const [first] = actions;
  if (first?.type === 'choose') return first.what;
  return first?.type === 'bid' ? 'bid' : '';
}

function questionOf(hand: HandInfo | null, view: State | null): Question | null {
  if (!hand?.choices || !view) return null;
  if (view.phase.type === 'playing') return playQuestion(view);
  if (view.phase.type === 'throwing') return throwQuestion();
  const actions = hand.choices.actions.map((choice) => choice.action as Action);
  return buttonsOf(actions, view, promptOf(askedFor(actions)));
}

function statusOf(table: Table, view: State | null): string {
  const waiting = table.hand?.acting.filter((one) => one.must) ?? [];
  if (!view || table.hand?.reveal) return '';
  if (view.phase.type === 'dealing' || view.phase.type === 'automatic') return t('table.dealing');
  if (waiting.length > 1) return t('table.waitAll');
  const [one] = waiting;
  if (!one || one.seat === table.you) return '';
  return t('table.turnOf', { name: table.seats[one.seat]?.name ?? '' });
}

/** For those who listen: plays, who is landlord, and what lay in the bottom. */
function newsOf(table: Table): string[] {
  const nameOf = actorsOf(table);
  const told = (name: string, what: string): string => t('table.lastPlay', { name, cards: what });
  const spoken = (event: Event): string => {
    switch (event.type) {
      case 'played':
        return told(nameOf(event.seat), cardNames(parseCards(event.cards)));
      case 'passed':
        return told(nameOf(event.seat), t('did.pass'));
      case 'landlord_settled':
        return told(t('role.landlord'), nameOf(event.seat));
      case 'bottom_taken':
        return event.cards ? told(t('table.bottom'), cardNames(parseCards(event.cards))) : '';
      default:
        return '';
    }
  };
  return eventsOf<Event>(table).map(spoken).filter(Boolean);
}

export function stakeOf(account: readonly Line[]): { base: number; times: number } | null {
  if (account.length === 0) return null;
  const sum = (how: Line['how']): number =>
    account.filter((line) => line.how === how).reduce((total, line) => total + line.value, 0);
  const times = account
    .filter((line) => (line.how ?? 'times') === 'times')
    .reduce((product, line) => product * line.value, 1);
  return { base: sum('base') + sum('plus'), times };
}

function titleOf(view: State, winners: readonly number[], won: boolean | null): string {
  if (winners.length === 0) return t(view.public.landlord == null ? 'over.redeal' : 'over.void');
  if (won !== null) return t(won ? 'over.won' : 'over.lost');
  return t(winners.includes(view.public.landlord ?? -1) ? 'over.won.landlord' : 'over.won.farmers');
}

function resultOf(table: Table, me: number | null): Result | null {
  const reveal = table.hand?.reveal;
  if (!reveal) return null;
  const final = reveal.state as State;
  const { outcome } = reveal;
  const nameOf = (seat: number): string => table.seats[seat]?.name ?? '';
  const won = isWinner(outcome, me);
  const stake = stakeOf(outcome.account ?? []);
  return {
    title: titleOf(final, outcome.winners, won),
    won,
    account: (outcome.account ?? []).map((line) => accountLine(line, nameOf)),
    stake: stake && stake.base * stake.times,
    seats: table.seats.map(({ seat, name, points }) => ({
      seat,
      name,
      role: roleOf(final, seat)?.label ?? '',
      points: outcome.points[seat] ?? 0,
      total: points,
      cards: laidOut(final, final.secret.hands[seat]) ?? [],
    })),
    replay: reveal.replay,
  };
}

export function sceneOf(table: Table, receivedAt: number): TableScene {
  const hand = table.hand;
  const view = (hand?.view ?? null) as State | null;
  const rules = table.table.options as Rules;
  const me = table.you;
  const wild = view?.public.wild == null ? null : (RANKS[view.public.wild] ?? null);
  const inHand = view !== null && hand?.reveal === null;
  return {
    seats: table.seats.map(({ seat }) => seatScene(table, view, seat, receivedAt)),
    me,
    hand: me === null || !inHand ? [] : (cardsOf(view.secret.hands[me]) ?? []),
    bottom:
      view && rules.bottom_size
        ? { count: rules.bottom_size, cards: cardsOf(view.public.bottom ?? view.secret.bottom) }
        : null,
    wild,
    terms: wild === null ? [] : [t('table.wild', { rank: rankLabel(wild) })],
    stake: stakeOf(hand?.account ?? []),
    question: questionOf(hand, view),
    status: statusOf(table, view),
    news: newsOf(table),
    counter: view ? count(view, rules, me) : [],
    result: resultOf(table, me),
  };
}
