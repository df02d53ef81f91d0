/** Builds a scene from the server's view of a Zi Pai hand. It makes no decisions about the rules. */

import { t } from '../../i18n/index.svelte';
import type { Sound } from '../../lib/sound';
import { sharedClock } from '../../table/clock';
import { eventsOf, plainSeat, type Question, type Result, type SeatScene, type TableScene } from '../../table/scene';
import { newMessages, promptOf, resultOf, handNotes, renderText } from '../../table/tableMessageTexts';
import type { Reading, SeatInfo, Table } from '../../wire/types';
import { groupHand } from './handOrder';
import { cardsOf, glyphOf, type Kind } from './cards';
import { meldsOf, type MeldScene } from './meldScene';
import { cardText } from './cardNames';
import type { Claim, Action, Event, Hints, Meld, State } from './types';
import { textFor, speech, z } from './texts';
import { cardsText } from '../../cards/card';

export interface PlayerScene extends SeatScene {
  readonly melds: readonly MeldScene[];
  readonly discards: readonly Kind[];
  /** The cards of the seat's hand that the viewer may see. */
  readonly open: readonly Kind[];
  /** Whether this seat drew or put out the open card. */
  readonly put: boolean;
}

/** The open card. */
export interface Turned {
  /** Null if the card lies face down: only the player who drew it may look at it. */
  readonly kind: Kind | null;
  readonly by: number;
  readonly drawn: boolean;
}

export interface ZiPaiScene extends TableScene {
  readonly seats: readonly PlayerScene[];
  readonly hints: Hints | null;
  readonly turned: Turned | null;
  readonly stock: number;
  readonly minimum: number | null;
  /** `minimum` as text; empty while it is not decided. */
  readonly least: string;
  /** The calls to show over seats that have just laid a meld. */
  readonly calls: readonly { readonly seat: number; readonly text: string }[];
  readonly held: readonly FinalHandScene[];
}

/** What a seat held at the end of the hand. */
export interface FinalHandScene {
  readonly seat: number;
  readonly melds: readonly MeldScene[];
  readonly rest: readonly Kind[];
}

function openCardOf(view: State): Turned | null {
  const { phase, secret } = view;
  if (phase.type === 'claiming') return { kind: phase.card, by: phase.by, drawn: phase.drawn };
  if (phase.type === 'looking') return { kind: secret.drawn ?? null, by: phase.seat, drawn: true };
  return null;
}

const ASKS_ALL: ReadonlySet<State['phase']['type']> = new Set(['opening', 'claiming', 'catching'] as const);
const asksSeveralPlayers = (view: State | null): boolean => view !== null && ASKS_ALL.has(view.phase.type);

/** The scene of one seat. `asks` says whether the viewer has a question to answer. */
function playerScene(table: Table, view: State | null, info: SeatInfo, receivedAt: number, asks: boolean): PlayerScene {
  const { seat } = info;
  const { hand, you } = table;
  const running = hand !== null && !hand.reveal;
  const acting = running ? hand.acting.find((one) => one.seat === seat) : undefined;
  const common = asksSeveralPlayers(view);
  const turned = view && openCardOf(view);
  return {
    ...plainSeat(table, info, acting, receivedAt),
    role: view && (view.match.banker ?? 0) === seat ? { label: z('role.banker'), strong: true } : null,
    marks: [],
    cardsLeft: view ? (view.public.sizes[seat] ?? 0) : null,
    shown: null,
    last: null,
    // When several players decide at the same time they share one clock, and nobody sees who has answered.
    ...(common ? { acting: false } : {}),
    ...(hand?.window ? { clock: asks && seat === you ? sharedClock(table, receivedAt) : null } : {}),
    melds: view ? meldsOf(view.public.melds[seat] ?? [], view.secret.hidden[seat]) : [],
    discards: view?.public.discards[seat] ?? [],
    open: running && seat !== you ? cardsOf(view?.secret.hands[seat] ?? []) : [],
    put: running && turned?.by === seat,
  };
}

/**
 * The order of the buttons. The last one is gold, and Enter presses it: it wins if the hand can win, and otherwise
 * passes, so that nobody makes another claim by mistake.
 */
const RANK: Record<Action['type'], number> = {
  go_on: 0,
  catch: 1,
  eat: 1,
  open: 2,
  pong: 2,
  pass: 3,
  win: 4,
  set_minimum: 5,
  discard: 6,
};
const HARMLESS: readonly Action['type'][] = ['pass', 'win'];

/** For each discard (by the text of the card), a text with the cards that would then win. */
const waitsAfterDiscard = (hints: Hints | null): ReadonlyMap<string, string> =>
  new Map(
    (hints?.ready ?? []).map(({ discard, waits }) => {
      const cards = waits.map((wait) => cardText(wait.card)).join(' ');
      return [glyphOf(discard), z('table.ready', { discard: cardText(discard), cards })];
    }),
  );

function discardQuestion(prompt: string, hints: Hints | null): Question {
  const ready = waitsAfterDiscard(hints);
  return {
    kind: 'cards',
    prompt,
    verb: z('verb.discard'),
    without: null,
    hints: true,
    text: (cards) => `discard ${cardsText(cards)}`,
    about: ([card]) => (card && ready.get(card.text)) || '',
    lit: new Set(ready.keys()),
  };
}

/** The cards of the hand that an action uses together with the open card. */
function cardsUsedBy(action: Action, card: Kind): readonly Kind[] | null {
  if (action.type === 'pong') return [card];
  if (action.type !== 'eat') return null;
  const cards = action.melds.flat();
  return cards.filter((_, at) => at !== cards.indexOf(card));
}

/** The texts of the hand's cards that all of the claims use. */
function cardsUsedByAll(actions: readonly Action[], card: Kind): ReadonlySet<string> {
  const used = actions.flatMap((action) => (cardsUsedBy(action, card) ? [cardsUsedBy(action, card)!] : []));
  return new Set(used[0]?.filter((kind) => used.every((cards) => cards.includes(kind))).map(glyphOf));
}

/** The question with the claims as buttons. The ways to eat are shown next to these buttons. */
function buttonsQuestion(table: Table, view: State, readings: readonly Reading[], prompt: string): Question {
  const choices = readings.map(({ action, label }) => ({
    action: action as Action,
    label: renderText(table, speech, label),
    primary: false,
  }));
  const plain = choices.filter(({ action }) => action.type !== 'eat');
  plain.sort((a, b) => RANK[a.action.type] - RANK[b.action.type]);
  const buttons = plain.map(({ action, label }, at) => ({
    action,
    label: action.type === 'set_minimum' ? z('table.least', { points: action.points }) : label,
    primary: at === plain.length - 1 && HARMLESS.includes(action.type),
  }));
  const eats = choices.filter(({ action }) => action.type === 'eat');
  return {
    kind: 'buttons',
    prompt,
    without: buttons.find(({ action }) => action.type === 'pass') ?? null,
    hints: true,
    buttons,
    ...(view.phase.type === 'claiming'
      ? {
          uses: cardsUsedByAll(
            choices.map(({ action }) => action),
            view.phase.card,
          ),
        }
      : {}),
    ...(eats.length > 0 ? { list: { label: z('table.eats'), buttons: eats, open: true } } : {}),
  };
}

function questionOf(table: Table, view: State): Question | null {
  const { hand } = table;
  const readings = hand?.choices?.actions ?? [];
  // A player without a choice is not asked: the shared clock runs out for them.
  if (readings.length <= (hand?.window ? 1 : 0)) return null;
  const prompt = promptOf(table, speech);
  if (view.phase.type === 'discarding') return discardQuestion(prompt, hand?.hints as Hints | null);
  return buttonsQuestion(table, view, readings, prompt);
}

function statusOf(table: Table, view: State | null): string {
  if (!view || table.hand?.reveal) return '';
  if (view.phase.type === 'looking' && view.phase.seat === table.you) return promptOf(table, speech);
  if (asksSeveralPlayers(view)) return t('table.waitAll');
  if (view.phase.type === 'dealing') return t('table.dealing');
  const one = table.hand?.acting[0];
  return one && one.seat !== table.you ? t('table.turnOf', { name: table.seats[one.seat]?.name ?? '' }) : '';
}

function endOf(table: Table): Result | null {
  const final = table.hand?.reveal?.state as State | undefined;
  if (!final) return null;
  const { banker } = final.match;
  return resultOf(table, speech, { seat: (seat) => ({ role: (banker ?? 0) === seat ? z('role.banker') : '' }) });
}

/**
 * What a seat held at the end. A winner's melds are those that were scored, including melds in the hand; of other seats
 * they are the melds on the table, with the remaining cards.
 */
function finalHandOf(final: State, seat: number): FinalHandScene {
  const winner = final.phase.type === 'over' ? final.phase.winners?.find((one) => one.seat === seat) : undefined;
  if (winner && final.phase.type === 'over' && final.phase.reason !== 'deal')
    return { seat, melds: meldsOf(winner.melds, null, true), rest: [] };
  return {
    seat,
    melds: meldsOf(final.public.melds[seat] ?? [], final.secret.hidden[seat], true),
    rest: cardsOf(final.secret.hands[seat] ?? []),
  };
}

function soundsOf(event: Event): Sound[] {
  if (event.type === 'melds_laid' || event.type === 'card_put_out') return ['play'];
  return event.type === 'card_drawn' ? ['deal'] : [];
}

const CALLED: ReadonlySet<Meld['way']> = new Set(['eat', 'pong', 'open', 'hide', 'dead', 'dragon']);

function callsFor(event: Event): ZiPaiScene['calls'] {
  const way = event.type === 'melds_laid' ? event.melds[0]?.way : undefined;
  return event.type === 'melds_laid' && way && CALLED.has(way)
    ? [{ seat: event.seat, text: textFor('pile', way) }]
    : [];
}

/** What a claim adds to the hand and what it breaks, if the server says so. */
export const claimFor = (hints: Hints | null, action: unknown): Claim | undefined =>
  hints?.claims?.find((claim) => JSON.stringify(claim.action) === JSON.stringify(action));

export function sceneOf(table: Table, receivedAt: number): ZiPaiScene {
  const { hand, you } = table;
  const view = (hand?.view ?? null) as State | null;
  const running = view !== null && hand?.reveal === null;
  const final = hand?.reveal?.state as State | undefined;
  const hints = running ? (hand.hints as Hints | null) : null;
  const minimum = view?.public.minimum ?? null;
  const events = table.since === null ? [] : eventsOf<Event>(table);
  const question = running ? questionOf(table, view) : null;
  return {
    seats: table.seats.map((info) => playerScene(table, view, info, receivedAt, question !== null)),
    me: you,
    hand: you === null || !running ? [] : groupHand(view.secret.hands[you] ?? [], hints?.groups ?? null),
    bottom: null,
    wilds: [],
    stake: null,
    notes: [],
    least: handNotes(table, speech).join(' '),
    hints,
    turned: running ? openCardOf(view) : null,
    stock: view?.public.stock ?? 0,
    minimum,
    question,
    status: statusOf(table, view),
    news: table.since === null ? [] : newMessages(table, speech),
    sounds: events.flatMap(soundsOf),
    calls: events.flatMap(callsFor),
    counter: [],
    result: endOf(table),
    held: final ? table.seats.map(({ seat }) => finalHandOf(final, seat)) : [],
  };
}
