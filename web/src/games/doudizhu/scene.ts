/** Builds a scene from the server's view of a Dou Dizhu hand. It makes no decisions about the rules. */

import { cardsText, parseCards, type Card } from '../../cards/card';
import { localRank } from '../../cards/cardNames';
import { number, t } from '../../i18n/index.svelte';
import { sharedClock } from '../../table/clock';
import {
  plainSeat,
  type LastAction,
  type Question,
  type Result,
  type SeatScene,
  type TableScene,
} from '../../table/scene';
import {
  scoreLines,
  newMessages,
  promptOf,
  resultOf,
  handNotes,
  renderText,
  seatNotes,
  lastDeclarationOf,
} from '../../table/tableMessageTexts';
import type { Choices, HandInfo, Reading, Table } from '../../wire/types';
import { arrange, wildRanks } from './handOrder';
import { countUnseen } from './cardCounter';
import type { Action, Rules, State } from './types';
import { d, speech } from './texts';

const cardsOf = (text: string | null | undefined): readonly Card[] | null => (text == null ? null : parseCards(text));

/** Cards that lie open, from high to low. */
const openCards = (view: State, text: string | null | undefined): readonly Card[] | null => {
  const cards = cardsOf(text);
  return cards && arrange(cards, 'rank', wildRanks(view));
};

function lastInPlay({ phase: now }: State, seat: number): LastAction | null {
  const phase = now.type === 'over' ? now.lay : now;
  if (phase?.type !== 'playing') return null;
  const text = phase.last[seat];
  if (text === null || text === undefined) return null;
  if (text === '') return { kind: 'word', word: d('action.pass'), strong: false };
  const toBeat = phase.standing !== null && phase.by === seat;
  const as = toBeat && phase.standing?.includes('<') ? ranksText(phase.standing) : null;
  return { kind: 'cards', cards: parseCards(text), as, toBeat };
}

/** The ranks that a play with wild cards counts as, as in `333444+57`. */
const ranksText = (play: string): string => (play.split('<')[0] ?? '').replace(/[TBR]/g, localRank);

function roleOf(view: State | null, seat: number): SeatScene['role'] {
  const landlord = view?.public.landlord;
  if (landlord === null || landlord === undefined) return null;
  return landlord === seat ? { label: d('role.landlord'), strong: true } : { label: d('role.farmer'), strong: false };
}

/** Whether a seat is a partner of the viewer: all players except the landlord are partners. */
function isPartner(view: State | null, seat: number, me: number | null): boolean {
  const landlord = view?.public.landlord ?? null;
  return landlord !== null && me !== null && seat !== me && seat !== landlord && me !== landlord;
}

function shownCards(
  view: State | null,
  hand: HandInfo | null,
  seat: number,
  me: number | null,
): readonly Card[] | null {
  if (!view || seat === me) return null;
  const final = hand?.reveal?.state as State | undefined;
  return openCards(view, (final ?? view).secret.hands[seat]);
}

function seatScene(table: Table, view: State | null, seat: number, receivedAt: number): SeatScene {
  const info = table.seats[seat]!;
  const acting = table.hand?.reveal ? undefined : table.hand?.acting.find((one) => one.seat === seat);
  const dealt = view !== null && table.hand?.reveal === null;
  return {
    ...plainSeat(table, info, acting, receivedAt),
    ...(acting && table.hand?.window ? { clock: sharedClock(table, receivedAt) } : {}),
    role: roleOf(view, seat),
    hat: view?.public.landlord === seat,
    partner: isPartner(view, seat, table.you),
    marks: seatNotes(table, speech, seat),
    cardsLeft: view ? (view.public.counts[seat] ?? 0) : null,
    shown: shownCards(view, table.hand, seat, table.you),
    last: view && (lastInPlay(view, seat) ?? (dealt ? lastDeclarationOf(table, speech, seat) : null)),
  };
}

const isRefusal = (action: Action): boolean =>
  action.type === 'pass' || (action.type === 'choose' && !action.yes) || (action.type === 'bid' && action.points === 0);

/**
 * The buttons of a yes-or-no question. The choice that raises the stake is a plain button whose label says so; the
 * other choice is the gold button.
 */
function buttonsOf(table: Table, readings: readonly Reading[], prompt: string): Question {
  const choices = readings.map((reading) => ({ ...reading, action: reading.action as Action }));
  const ordered = choices.sort((a, b) => Number(isRefusal(a.action)) - Number(isRefusal(b.action)));
  const few = choices.filter(({ loss }) => loss != null).length < 2;
  const buttons = ordered.map(({ action, label, loss }) => ({
    label: renderText(table, speech, label),
    ...(loss == null ? {} : { note: t(few ? 'act.loss' : 'act.loss.short', { n: number(loss) }) }),
    action,
    primary: isRefusal(action) || ordered.length === 1,
  }));
  const without = buttons.find(({ action }) => isRefusal(action)) ?? null;
  return { kind: 'buttons', prompt, without, hints: false, buttons };
}

const ranksOf = (cards: readonly Card[]): string => cards.map((card) => card.rank).join('');

function throwQuestion(prompt: string): Question {
  const keep: Action = { type: 'throw', ranks: '' };
  return {
    kind: 'cards',
    prompt,
    verb: d('verb.throw'),
    without: { label: d('action.keep'), action: keep, primary: false },
    text: (cards) => `throw ${ranksOf(cards)}`,
    hints: false,
  };
}

/** The question when nothing in the hand beats the play: its only button says so and passes. */
function cannotBeatQuestion(prompt: string): Question {
  const pass = { label: t('act.cantBeat'), action: { type: 'pass' } satisfies Action, primary: true };
  return { kind: 'buttons', prompt, without: pass, hints: false, buttons: [pass] };
}

const isOnlyPass = ({ actions, total }: Choices): boolean =>
  total === 1 && (actions[0]?.action as Action | undefined)?.type === 'pass';

function playQuestion(view: State, prompt: string): Question {
  const standing = view.phase.type === 'playing' ? view.phase.standing : null;
  const pass: Action = { type: 'pass' };
  return {
    kind: 'cards',
    prompt,
    verb: d('verb.play'),
    without: standing === null ? null : { label: d('action.pass'), action: pass, primary: false },
    text: cardsText,
    hints: true,
  };
}

function questionOf(table: Table, view: State | null): Question | null {
  const choices = table.hand?.choices;
  if (!choices || !view) return null;
  const prompt = promptOf(table, speech);
  if (view.phase.type === 'playing')
    return isOnlyPass(choices) ? cannotBeatQuestion(prompt) : playQuestion(view, prompt);
  if (view.phase.type === 'throwing') return throwQuestion(prompt);
  return buttonsOf(table, choices.actions, prompt);
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

/** The base and the multiplier of the hand's stake so far. */
function stakeOf({ account, stake }: HandInfo): TableScene['stake'] {
  const base = account.find(({ how }) => how === 'base')?.value ?? 0;
  return base === 0 ? null : { base, times: stake / base };
}

function endOf(table: Table): Result | null {
  const final = table.hand?.reveal?.state as State | undefined;
  if (!final) return null;
  return resultOf(table, speech, {
    seat: (seat) => ({
      role: roleOf(final, seat)?.label ?? '',
      cards: openCards(final, final.secret.hands[seat]) ?? [],
    }),
  });
}

export function sceneOf(table: Table, receivedAt: number): TableScene {
  const hand = table.hand;
  const view = (hand?.view ?? null) as State | null;
  const rules = table.table.options as Rules;
  const me = table.you;
  const inHand = view !== null && hand?.reveal === null;
  return {
    seats: table.seats.map(({ seat }) => seatScene(table, view, seat, receivedAt)),
    me,
    hand: me === null || !inHand ? [] : (cardsOf(view.secret.hands[me]) ?? []),
    places: (rules.hand_size ?? 0) + (view?.public.landlord === me ? (rules.bottom_size ?? 0) : 0),
    bottom:
      view && rules.bottom_size
        ? { count: rules.bottom_size, cards: cardsOf(view.public.bottom ?? view.secret.bottom) }
        : null,
    wilds: wildRanks(view),
    notes: handNotes(table, speech),
    stake: hand && stakeOf(hand),
    account: hand ? scoreLines(table, speech, hand.account, hand.lines) : [],
    question: questionOf(table, view),
    status: statusOf(table, view),
    news: newMessages(table, speech),
    counter: view ? countUnseen(view, table.table.pack, me) : [],
    result: endOf(table),
  };
}
