/** Builds a scene from the server's view of a Gunzi hand. It makes no decisions about the rules. */

import { parseCards, type Card } from '../../cards/card';
import { t } from '../../i18n/index.svelte';
import {
  actorsOf,
  plainSeat,
  type ActionButton,
  type LastAction,
  type Question,
  type Result,
  type SeatScene,
  type TableScene,
} from '../../table/scene';
import { newMessages, promptOf, resultOf, renderText } from '../../table/tableMessageTexts';
import type { HandInfo, ScoreLine, Reading, Table } from '../../wire/types';
import { cardsOf, heldCards } from './cards';
import { sideOf, trickOf, viewOf } from './viewReaders';
import { teamAt } from './teams';
import { facts, type Action, type Hints, type State } from './types';
import { textFor, g, speech } from './texts';

/** The approximate number of stacks in a hand. */
const PLACES = 30;
/** If there are more choices than this, they are put into a list that the player opens. */
const IN_A_ROW = 2;
/** The cut cards stay visible until every player has been dealt this many cards. */
const CUT_SEEN = 6;

const wordAction = (text: string, strong = false): LastAction => ({ kind: 'word', word: text, strong });
const cardsAction = (text: string, toBeat = false): LastAction => ({
  kind: 'cards',
  cards: parseCards(text),
  as: null,
  toBeat,
});

// ---- seats

const isCutSeen = ({ shown, counts = [] }: State): boolean => !shown && counts.some((cards) => cards < CUT_SEEN);

function cutAction(state: State, seat: number): LastAction | null {
  const round = state.cut?.at(-1);
  const at = round?.seats.indexOf(seat) ?? -1;
  return round && at >= 0 ? cardsAction(round.cards[at] ?? '', round.best.includes(seat)) : null;
}

function turnedCardsAction(state: State, seat: number): LastAction | null {
  const own = (state.turned ?? []).filter((one) => one.seat === seat);
  const turned = own.map(({ card }) => card).join(' ');
  return turned ? cardsAction(turned, seat === state.banker) : null;
}

function tributeAction(state: State, seat: number): LastAction | null {
  const at = state.paid?.seats.indexOf(seat) ?? -1;
  const given = state.paid?.cards[at];
  return given ? cardsAction(given) : null;
}

function declarationAction(state: State, seat: number): LastAction | null {
  return state.shown?.seat === seat ? cardsAction(state.shown.cards, true) : null;
}

/** The last thing that a seat played or said in this phase. */
function lastActionOf(state: State, seat: number): LastAction | null {
  const { phase } = state;
  switch (phase.type) {
    case 'cutting':
      return cutAction(state, seat);
    case 'dealing':
      return declarationAction(state, seat) ?? (isCutSeen(state) ? cutAction(state, seat) : null);
    case 'closing':
      return declarationAction(state, seat) ?? (phase.passed?.includes(seat) ? wordAction(g('table.passed')) : null);
    case 'turning':
      return turnedCardsAction(state, seat);
    case 'paying':
      return phase.chosen?.includes(seat) ? wordAction(g('table.chosen')) : null;
    case 'giving_back':
    case 'burying':
      return tributeAction(state, seat) ?? turnedCardsAction(state, seat) ?? declarationAction(state, seat);
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
    side: sideOf(teamAt(table, seat)),
    marks: tribute > 0 ? [g('table.tribute', { count: tribute })] : [],
    cardsLeft: state ? (state.counts?.[seat] ?? 0) : null,
    shown: null,
    last: state && running ? lastActionOf(state, seat) : null,
  };
}

// ---- questions

/**
 * The buttons of a question. If there is a pass, it is the primary button, because it costs nothing. Many choices are
 * put into a list.
 */
function buttonsOf(table: Table, readings: readonly Reading[], prompt: string, more: string): Question {
  const buttons = readings.map(({ action, label }) => ({
    action: action as Action,
    label: renderText(table, speech, label),
    primary: false,
  }));
  const passes = buttons.filter(({ action }) => action.type === 'pass');
  const rest = buttons.filter(({ action }) => action.type !== 'pass');
  const question = { kind: 'buttons', prompt, without: passes[0] ?? null, hints: false } as const;
  if (rest.length <= IN_A_ROW) {
    const all = [...rest, ...passes];
    return { ...question, buttons: all.map((one, at) => ({ ...one, primary: at === all.length - 1 })) };
  }
  return {
    ...question,
    buttons: passes.map((one) => ({ ...one, primary: true })),
    list: { label: more, buttons: rest, open: false },
  };
}

const cardTexts = (cards: string): ReadonlySet<string> => new Set(parseCards(cards).map((card) => card.text));

const hintsOf = ({ hints }: HandInfo): Hints | null => hints as Hints | null;

/**
 * The texts of the cards that can be part of an action: those the server names, or those collected from the listed
 * actions.
 */
function selectableCards(hand: HandInfo): ReadonlySet<string> | null {
  const may = hintsOf(hand)?.may;
  if (may) return cardTexts(may);
  const actions = hand.choices?.actions ?? [];
  return actions.length > 0 ? new Set(actions.flatMap(({ text }) => cardsOf(text).map((card) => card.text))) : null;
}

interface Asked {
  readonly verb: string;
  readonly word: string;
  readonly without?: ActionButton | null;
  readonly hints?: boolean;
  /** Whether to highlight the cards that must be part of the action. */
  readonly lit?: boolean;
}

function cardsQuestion(table: Table, hand: HandInfo, asked: Asked): Question {
  const { verb, word: name, without = null, hints = true, lit = false } = asked;
  const handHints = hintsOf(hand);
  return {
    kind: 'cards',
    prompt: promptOf(table, speech),
    verb,
    without,
    hints,
    text: (chosen) => `${name} ${chosen.map((card) => card.text).join(' ')}`,
    may: selectableCards(hand),
    ...(handHints?.size == null ? {} : { count: handHints.size }),
    ...(lit ? { lit: cardTexts(handHints?.must ?? '') } : {}),
  };
}

function payQuestion(table: Table, hand: HandInfo): Question {
  const readings = hand.choices?.actions ?? [];
  if (readings.length === 1) return buttonsOf(table, readings, promptOf(table, speech), '');
  return cardsQuestion(table, hand, { verb: g('verb.pay'), word: 'pay' });
}

function jokersQuestion(table: Table, hand: HandInfo): Question {
  const readings = hand.choices?.actions ?? [];
  const passes = readings.filter(({ action }) => (action as Action).type === 'pass');
  if (passes.length === readings.length) return buttonsOf(table, passes, promptOf(table, speech), '');
  const without: ActionButton = { label: g('action.pass_jokers'), action: { type: 'pass' }, primary: false };
  return cardsQuestion(table, hand, { verb: g('verb.jokers'), word: 'bury', without, hints: false });
}

function questionOf(table: Table, state: State | null): Question | null {
  const { hand } = table;
  if (!hand?.choices || !state || table.you === null) return null;
  const { actions } = hand.choices;
  const { phase } = state;
  switch (phase.type) {
    case 'dealing':
    case 'closing':
      return actions.length > 0 ? buttonsOf(table, actions, promptOf(table, speech), g('table.show_more')) : null;
    case 'paying':
      return payQuestion(table, hand);
    case 'giving_back':
      return cardsQuestion(table, hand, { verb: g('verb.return'), word: 'return' });
    case 'burying':
      return cardsQuestion(table, hand, { verb: g('verb.bury'), word: 'bury' });
    case 'burying_jokers':
      return jokersQuestion(table, hand);
    case 'taking_back':
      return buttonsOf(table, actions, promptOf(table, speech), g('table.take_more'));
    case 'playing':
      return cardsQuestion(table, hand, { verb: g('verb.play'), word: 'play', lit: (phase.plays ?? []).length > 0 });
    default:
      return null;
  }
}

// ---- status

function statusOf(table: Table, state: State | null): string {
  if (!state || table.hand?.reveal) return '';
  const { phase } = state;
  if (phase.type === 'dealing') return g('table.dealt', { count: phase.dealt ?? 0, all: facts.dealt });
  const waiting = table.hand?.acting.filter((one) => one.must && one.seat !== table.you) ?? [];
  const what = phase.type === 'playing' ? '' : textFor('phase', phase.type);
  const whom =
    waiting.length > 1
      ? t('table.waitAll')
      : waiting[0]
        ? t('table.turnOf', { name: table.seats[waiting[0].seat]?.name ?? '' })
        : '';
  return [what, whom].filter(Boolean).join(' · ');
}

function bottomCards(state: State): readonly Card[] | null {
  const { phase, secret, seen = '' } = state;
  if (secret.bottom) return parseCards(secret.bottom);
  const shown = parseCards(seen);
  const before = ['closing', 'turning', 'paying', 'giving_back', 'burying'].includes(phase.type);
  return before && shown.length === facts.bottom ? shown : null;
}

function endOf(table: Table): Result | null {
  const state = table.hand?.reveal?.state as State | undefined;
  if (!state) return null;
  const isOne = ({ code }: ScoreLine): boolean => code === 'banker' || code.startsWith('tribute');
  return resultOf(table, speech, {
    seat: (seat) => ({
      name: `${sideOf(teamAt(table, seat)).sign} ${table.seats[seat]?.name ?? ''}`,
      role: state.banker === seat ? g('role.banker') : '',
    }),
    whose: (line, seat) => {
      if (isOne(line)) return actorsOf(table)(seat);
      const side = sideOf(teamAt(table, seat));
      return `${side.sign} ${side.label}`;
    },
  });
}

export function sceneOf(table: Table, receivedAt: number): TableScene {
  const state = viewOf(table);
  const me = table.you;
  const running = state !== null && table.hand?.reveal === null;
  const hints = table.hand && running ? hintsOf(table.hand) : null;
  const seen = state && bottomCards(state);
  return {
    seats: table.seats.map(({ seat }) => seatScene(table, state, seat, receivedAt)),
    me,
    hand: heldCards(hints?.hand ?? []),
    places: PLACES,
    bottom: seen ? { count: facts.bottom, cards: seen } : null,
    wilds: [],
    stake: null,
    notes: [],
    question: table.hand?.reveal ? null : questionOf(table, state),
    status: statusOf(table, state),
    news: newMessages(table, speech),
    counter: [],
    result: endOf(table),
  };
}
