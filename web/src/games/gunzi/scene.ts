/** The server's view of a Gunzi hand as a scene. It reads, and decides nothing. */

import { parseCards, type Card } from '../../cards/card';
import { cardNames } from '../../cards/names';
import { t } from '../../i18n/index.svelte';
import {
  actorsOf,
  eventsOf,
  isWinner,
  plainSeat,
  type ActionButton,
  type Last,
  type Question,
  type Result,
  type SeatScene,
  type TableScene,
} from '../../table/scene';
import type { HandInfo, Line, Table } from '../../wire/types';
import { cardsOf, placed } from './cards';
import { accountLine, actionLabel, inWords } from './labels';
import { levelOf, sideOf, trickOf, viewOf } from './match';
import { SEATS, teamOf } from './teams';
import type { Action, Event, Hints, State } from './types';
import { g, told } from './words';

/** More choices than these are listed when asked for. */
const IN_A_ROW = 2;
/** Cards that were cut lie open until so many cards are dealt. */
const CUT_SEEN = 36;

const word = (text: string, strong = false): Last => ({ kind: 'word', word: text, strong });
const cards = (text: string, toBeat = false): Last => ({ kind: 'cards', cards: parseCards(text), as: null, toBeat });

// ---- seats

function lastCut(state: State, seat: number): Last | null {
  const round = state.cut?.at(-1);
  const at = round?.seats.indexOf(seat) ?? -1;
  return round && at >= 0 ? cards(round.cards[at] ?? '', round.best.includes(seat)) : null;
}

function lastTurned(state: State, seat: number): Last | null {
  const turned = state.turned ?? [];
  if (state.match.banker != null) return seat === state.banker && turned.length > 0 ? cards(turned.join(' ')) : null;
  const at = (seat - (state.first ?? 0) + SEATS) % SEATS;
  return turned[at] ? cards(turned[at], seat === state.banker) : null;
}

function lastPaid(state: State, seat: number): Last | null {
  const at = state.paid?.seats.indexOf(seat) ?? -1;
  const given = state.paid?.cards[at];
  return given ? cards(given) : null;
}

function lastShown(state: State, seat: number): Last | null {
  return state.shown?.seat === seat ? cards(state.shown.cards, true) : null;
}

/** What a seat has put down or said in this phase. */
function lastOf(state: State, seat: number): Last | null {
  const { phase } = state;
  switch (phase.type) {
    case 'cutting':
      return lastCut(state, seat);
    case 'dealing':
      return lastShown(state, seat) ?? ((phase.dealt ?? 0) < CUT_SEEN && !state.shown ? lastCut(state, seat) : null);
    case 'closing':
      return lastShown(state, seat) ?? (phase.passed?.includes(seat) ? word(g('action.pass_show')) : null);
    case 'turning':
      return lastTurned(state, seat);
    case 'paying':
      return phase.chosen?.includes(seat) ? word(g('table.chosen')) : null;
    case 'giving_back':
    case 'burying':
      return lastPaid(state, seat) ?? lastTurned(state, seat) ?? lastShown(state, seat);
    case 'burying_jokers':
    case 'taking_back':
      return null;
    case 'playing':
    case 'over': {
      const play = trickOf(state).find((one) => one.seat === seat);
      return play ? { kind: 'cards', cards: play.cards, as: null, toBeat: play.best } : null;
    }
  }
}

function seatScene(table: Table, state: State | null, seat: number, receivedAt: number): SeatScene {
  const info = table.seats[seat]!;
  const running = table.hand?.reveal ? undefined : table.hand;
  const acting = running?.acting.find((one) => one.seat === seat && one.must);
  const tribute = state && !state.paid && !table.hand?.reveal ? (state.match.tribute?.[seat] ?? 0) : 0;
  return {
    ...plainSeat(table, info, acting, receivedAt),
    role: state?.banker === seat ? { label: g('table.bank'), strong: true } : null,
    side: sideOf(teamOf(seat)),
    marks: tribute > 0 ? [g('table.tribute', { count: tribute })] : [],
    cardsLeft: state ? (state.counts?.[seat] ?? 0) : null,
    shown: null,
    last: state && running ? lastOf(state, seat) : null,
  };
}

// ---- what is asked

const button = (action: Action, asked: string, primary = false): ActionButton => ({
  label: actionLabel(action, asked),
  action,
  primary,
});

/** To pass stands left, the boldest choice right; many of them in a list. */
function buttonsOf(actions: readonly Action[], asked: string, prompt: string, more: string): Question {
  const passes = actions.filter((action) => action.type === 'pass');
  const rest = actions.filter((action) => action.type !== 'pass');
  const without = passes[0] ? button(passes[0], asked) : null;
  const question = { kind: 'buttons', prompt, without, hints: false } as const;
  if (rest.length <= IN_A_ROW) {
    const all = [...passes, ...rest];
    return { ...question, buttons: all.map((action, at) => button(action, asked, at === all.length - 1)) };
  }
  return {
    ...question,
    buttons: passes.map((action) => button(action, asked, true)),
    list: { label: more, buttons: rest.map((action) => button(action, asked)), open: false },
  };
}

const textsOf = (cards: string): ReadonlySet<string> => new Set(parseCards(cards).map((card) => card.text));

/** The cards that can be part of an answer: as the server says, or of all answers where it tells them. */
function mayOf({ hints, choices }: HandInfo): ReadonlySet<string> | null {
  const may = (hints as Hints | null)?.may;
  if (may) return textsOf(may);
  const actions = choices?.actions ?? [];
  return actions.length > 0 ? new Set(actions.flatMap(({ text }) => cardsOf(text).map((card) => card.text))) : null;
}

/** The cards that have to be part of it. */
const mustOf = ({ hints }: HandInfo): ReadonlySet<string> => textsOf((hints as Hints | null)?.must ?? '');

interface Asked {
  readonly verb: string;
  readonly word: string;
  readonly prompt: string;
  readonly count?: number | undefined;
  readonly without?: ActionButton | null;
  readonly hints?: boolean;
  readonly lit?: ReadonlySet<string>;
}

function cardsQuestion(hand: HandInfo, asked: Asked): Question {
  const { verb, word: name, prompt, count, without = null, hints = true, lit } = asked;
  return {
    kind: 'cards',
    prompt,
    verb,
    without,
    hints,
    text: (chosen) => `${name} ${chosen.map((card) => card.text).join(' ')}`,
    may: mayOf(hand),
    ...(count === undefined ? {} : { count }),
    ...(lit ? { lit } : {}),
  };
}

function playQuestion(state: State, hand: HandInfo): Question {
  const lead = state.phase.type === 'playing' ? state.phase.plays?.[0] : undefined;
  const asked = { verb: t('act.play'), word: 'play' };
  if (lead === undefined) return cardsQuestion(hand, { ...asked, prompt: told('ask', 'lead') });
  const count = parseCards(lead).length;
  const prompt = told('ask', 'follow', { count });
  return cardsQuestion(hand, { ...asked, prompt, count, lit: mustOf(hand) });
}

function payQuestion(state: State, hand: HandInfo, me: number): Question {
  const actions = (hand.choices?.actions ?? []).map((one) => one.action as Action);
  const [only] = actions;
  const due = state.match.tribute?.[me] ?? 0;
  const count = only && 'cards' in only ? parseCards(only.cards).length : due;
  const prompt = told('ask', 'paying', { count });
  if (actions.length === 1 && only)
    return { kind: 'buttons', prompt, without: null, hints: false, buttons: [button(only, 'paying', true)] };
  return cardsQuestion(hand, { verb: g('verb.pay'), word: 'pay', prompt, count });
}

function questionOf(table: Table, state: State | null): Question | null {
  const { hand, you: me } = table;
  if (!hand?.choices || !state || me === null) return null;
  const actions = hand.choices.actions.map((one) => one.action as Action);
  const { phase } = state;
  switch (phase.type) {
    case 'dealing':
      return actions.length > 0 ? buttonsOf(actions, 'dealing', told('ask', 'show'), g('table.show_more')) : null;
    case 'closing':
      return buttonsOf(actions, 'closing', told('ask', 'closing'), g('table.show_more'));
    case 'paying':
      return payQuestion(state, hand, me);
    case 'giving_back': {
      const [to = 0, count = 0] = (phase.owed?.[0] ?? []) as number[];
      const prompt = told('ask', 'returning', { who: table.seats[to]?.name ?? '', count });
      return cardsQuestion(hand, { verb: g('verb.return'), word: 'return', prompt, count });
    }
    case 'burying':
      return cardsQuestion(hand, { verb: g('verb.bury'), word: 'bury', prompt: told('ask', 'burying'), count: 6 });
    case 'burying_jokers': {
      const prompt = told('ask', 'jokers', { count: state.takeable ?? 0 });
      const pass: Action = { type: 'pass' };
      if (actions.every((action) => action.type === 'pass')) return buttonsOf([pass], 'jokers', prompt, '');
      const without = button(pass, 'jokers');
      return cardsQuestion(hand, { verb: g('verb.jokers'), word: 'bury', prompt, without, hints: false });
    }
    case 'taking_back':
      return buttonsOf(actions, 'taking', told('ask', 'taking', { count: phase.cards }), g('table.take_more'));
    case 'playing':
      return playQuestion(state, hand);
    default:
      return null;
  }
}

// ---- the rest

function statusOf(table: Table, state: State | null): string {
  if (!state || table.hand?.reveal) return '';
  const { phase } = state;
  if (phase.type === 'dealing') return g('table.dealt', { count: phase.dealt ?? 0, all: 210 });
  const waiting = table.hand?.acting.filter((one) => one.must && one.seat !== table.you) ?? [];
  const what = phase.type === 'playing' ? '' : told('phase', phase.type);
  const whom =
    waiting.length > 1
      ? t('table.waitAll')
      : waiting[0]
        ? t('table.turnOf', { name: table.seats[waiting[0].seat]?.name ?? '' })
        : '';
  return [what, whom].filter(Boolean).join(' · ');
}

/** What is told of all that happens, beside the plays. */
const NEWS: ReadonlySet<string> = new Set([
  'trick_taken',
  'trumps_shown',
  'trumps_fixed',
  'jokers_buried',
  'taken_back',
  'bottom_shown',
  'bottom_opened',
] satisfies Event['type'][]);

/** What has happened, in words. */
function newsOf(table: Table): string[] {
  const nameOf = actorsOf(table);
  const spoken = (event: Event): string => {
    if (event.type === 'cards_played')
      return t('table.lastPlay', { name: nameOf(event.seat), cards: cardNames(parseCards(event.cards)) });
    if (!NEWS.has(event.type)) return '';
    return told('event', event.type, {
      who: nameOf('seat' in event ? event.seat : 'banker' in event ? event.banker : -1),
      cards: 'cards' in event && typeof event.cards === 'string' ? inWords(event.cards) : '',
      call: 'call' in event ? (event.call ?? '') : '',
      points: 'points' in event ? event.points : 0,
      count: 'takeable' in event ? event.takeable : 0,
    });
  };
  return eventsOf<Event>(table).map(spoken).filter(Boolean);
}

function bottomCards(state: State): readonly Card[] | null {
  const { phase, secret, seen = '' } = state;
  if (secret.bottom) return parseCards(secret.bottom);
  const shown = parseCards(seen);
  const before = ['closing', 'turning', 'paying', 'giving_back', 'burying'].includes(phase.type);
  return before && shown.length === 6 ? shown : null;
}

function resultOf(table: Table): Result | null {
  const reveal = table.hand?.reveal;
  if (!reveal) return null;
  const { outcome } = reveal;
  const state = reveal.state as State;
  const lines = outcome.account ?? [];
  const isOne = (line: Line): boolean => line.code === 'banker' || line.code.startsWith('tribute');
  const who = (line: Line): string => {
    if (line.seat == null) return '';
    if (isOne(line)) return table.seats[line.seat]?.name ?? '';
    const side = sideOf(teamOf(line.seat));
    return `${side.sign} ${side.label}`;
  };
  const stakes = lines.filter(({ how }) => how === 'base' || how === 'plus');
  const won = isWinner(outcome, table.you);
  const title = won === null ? told('reason', outcome.reason) : t(won ? 'over.won' : 'over.lost');
  const reason = { label: told('reason', outcome.reason), value: '', note: '' };
  return {
    title,
    won,
    account: [...(won === null ? [] : [reason]), ...lines.map((line) => accountLine(line, who))],
    stake: stakes.reduce((sum, line) => sum + line.value, 0),
    seats: table.seats.map(({ seat, name, points }) => ({
      seat,
      name: `${sideOf(teamOf(seat)).sign} ${name}`,
      role: state.banker === seat ? told('role', 'banker') : '',
      points: outcome.points[seat] ?? 0,
      total: points,
      cards: null,
    })),
    replay: reveal.replay,
  };
}

export function sceneOf(table: Table, receivedAt: number): TableScene {
  const state = viewOf(table);
  const me = table.you;
  const running = state !== null && table.hand?.reveal === null;
  const own = running && me !== null ? parseCards(state.secret.hands[me] ?? '') : [];
  const held = state ? placed(own, levelOf(state), state.call ?? null) : [];
  return {
    seats: table.seats.map(({ seat }) => seatScene(table, state, seat, receivedAt)),
    me,
    hand: held,
    bottom: state ? { count: 6, cards: bottomCards(state) } : null,
    wild: null,
    stake: null,
    terms: [],
    question: table.hand?.reveal ? null : questionOf(table, state),
    status: statusOf(table, state),
    news: newsOf(table),
    counter: [],
    result: resultOf(table),
  };
}
