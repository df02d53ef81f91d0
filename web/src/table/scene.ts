/** What a table shows, in every game: a family builds a scene from the server's view, and the table draws it. */

import type { Card } from '../cards/card';
import type { HeldCard } from '../hand/selection';
import { t } from '../i18n/index.svelte';
import { capital, youIn } from '../i18n/serverMessages';
import type { Sound } from '../lib/sound';
import type { Acting, Outcome, SeatInfo, Table } from '../wire/types';
import { clockOf, type Clock } from './clock';

/** The scene of a hand that is over, before its result and the remaining cards are shown. */
export const withoutResult = <S extends TableScene>(scene: S): S => ({
  ...scene,
  result: null,
  seats: scene.seats.map((seat) => ({ ...seat, shown: null })),
});

/** A seat's position as the viewer sees it. The next player to act is on the right. */
export type Chair = 'me' | 'right' | 'top' | 'left';

/** A seat's last action: cards it played or something it said. */
export type LastAction =
  | {
      readonly kind: 'cards';
      readonly cards: readonly Card[];
      readonly as: string | null;
      readonly toBeat: boolean;
      /** What players call the play; undefined if it has no name. */
      readonly called?: string;
    }
  | { readonly kind: 'word'; readonly word: string; readonly strong: boolean };

export interface Side {
  /** A CSS colour dark enough for white text. */
  readonly colour: string;
  readonly sign: string;
  readonly label: string;
}

export interface SeatScene {
  readonly seat: number;
  readonly chair: Chair;
  readonly name: string;
  readonly kind: 'empty' | 'player' | 'bot';
  readonly role: { readonly label: string; readonly strong: boolean } | null;
  /** The seat's side, if sides have a colour and a shape. */
  readonly side?: Side;
  /** Wears the hat: the player whom the others play against. */
  readonly hat?: boolean;
  /** On the viewer's side. */
  readonly partner?: boolean;
  /** Short marks next to the name: doubled, open hand, kicked. */
  readonly marks: readonly string[];
  readonly cardsLeft: number | null;
  /** Cards that everybody sees: an open hand, or what is left at the end. */
  readonly shown: readonly Card[] | null;
  readonly last: LastAction | null;
  readonly clock: Clock | null;
  readonly acting: boolean;
  readonly auto: boolean;
  readonly connected: boolean;
  readonly ready: boolean;
  readonly points: number;
  /** The player's coins; null at a table without coins. */
  readonly coins: number | null;
  /** The player's title, if any. */
  readonly title?: Title;
  /** Where the head looks: to the right and down, each from -1 to 1. */
  readonly gaze?: readonly [x: number, y: number] | null;
  /** The earlier plays in a few letters, the latest first. */
  readonly trail?: readonly string[];
}

/** A title as written on its seal and in the reader's language. */
export interface Title {
  readonly seal: string;
  readonly word: string;
}

export interface Bottom {
  readonly count: number;
  /** Null if face down. */
  readonly cards: readonly Card[] | null;
}

export interface ActionButton {
  readonly label: string;
  /** What the action risks, in a few words. */
  readonly note?: string;
  readonly action: unknown;
  readonly primary: boolean;
}

interface QuestionBase {
  readonly prompt: string;
  /** The action that declines: pass, or discard nothing. */
  readonly without: ActionButton | null;
  /** Whether the player may ask for hints. */
  readonly hints: boolean;
}

/** The player chooses one of a few buttons. */
export interface ButtonsQuestion extends QuestionBase {
  readonly kind: 'buttons';
  readonly buttons: readonly ActionButton[];
  /** Texts of the cards in the hand that the choices use. */
  readonly uses?: ReadonlySet<string>;
  /** More choices than fit in a row. The player opens the list, or the family's `Area` shows it at once if `open`. */
  readonly list?: { readonly label: string; readonly buttons: readonly ActionButton[]; readonly open: boolean };
}

/** The player chooses cards. */
export interface CardsQuestion extends QuestionBase {
  readonly kind: 'cards';
  readonly verb: string;
  /** The text to send to `preview` for these cards; equal to an action's own text if the server lists the actions. */
  readonly text: (cards: readonly Card[]) => string;
  /** A message about the selected cards, or an empty string. */
  readonly about?: (cards: readonly Card[]) => string;
  /** How many cards the action takes, if that is fixed. */
  readonly count?: number;
  /** Texts of the cards that can be part of a legal action, if the server lists them all; the others are dimmed. */
  readonly may?: ReadonlySet<string> | null;
  /** Texts of the cards to highlight. */
  readonly lit?: ReadonlySet<string>;
}

/** The question to the viewer. */
export type Question = ButtonsQuestion | CardsQuestion;

export interface CounterRow {
  readonly rank: string;
  readonly left: number;
}

export interface AccountLine {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

/** One number of the stake's formula, with its operator and label. */
export interface Factor {
  readonly sign: string;
  readonly value: string;
  readonly label: string;
}

export interface Result {
  readonly title: string;
  readonly won: boolean | null;
  /** Who won and how, if the title does not say it. */
  readonly how: string;
  readonly account: readonly AccountLine[];
  /** How the stake is made up; empty if there is none. */
  readonly formula: readonly Factor[];
  readonly stake: number | null;
  readonly seats: readonly {
    readonly seat: number;
    readonly name: string;
    readonly kind: SeatInfo['kind'];
    /** How the seat's points are made up; empty if they equal the stake. */
    readonly sum: string;
    readonly role: string;
    readonly points: number;
    readonly total: number;
    /** Coins gained or lost, with a note if the amount was limited; null without coins. */
    readonly coins: { readonly change: number; readonly note: string } | null;
    /** The cards left; null if they are not worth showing. */
    readonly cards: readonly Card[] | null;
    /** The title gained in this hand, or null. */
    readonly promoted: Title | null;
  }[];
  /** The value of a point and the fee; empty without coins. */
  readonly notes: string;
  /** The hand's id; empty if it is not recorded. */
  readonly replay: string;
}

export interface TableScene {
  readonly seats: readonly SeatScene[];
  readonly me: number | null;
  readonly hand: readonly HeldCard[];
  /** The most slots the hand can have, so that room is reserved; defaults to its current size. */
  readonly places?: number;
  readonly bottom: Bottom | null;
  /** The wild ranks. */
  readonly wilds: readonly string[];
  readonly stake: { readonly base: number; readonly times: number } | null;
  /** How the stake is made up so far; undefined if there is no stake. */
  readonly account?: readonly AccountLine[];
  /** The terms of this hand, in a word or two each: the wild ranks, the fewest points to win. */
  readonly notes: readonly string[];
  readonly question: Question | null;
  readonly status: string;
  /** What has just happened, for screen readers; need not repeat what the seats show. */
  readonly news?: readonly string[];
  /** Sounds for events other than the plays and passes at the seats. */
  readonly sounds?: readonly Sound[];
  readonly counter: readonly CounterRow[];
  readonly result: Result | null;
}

/** The seat whose play is to be beaten; null if there is none. */
export const seatToBeat = (seats: readonly SeatScene[]): SeatScene | null =>
  seats.find(({ last }) => last?.kind === 'cards' && last.toBeat) ?? null;

type Plain =
  'seat' | 'chair' | 'name' | 'kind' | 'clock' | 'acting' | 'auto' | 'connected' | 'ready' | 'points' | 'coins';

/** The fields of a seat that do not depend on the game. `acting`: it is this seat's turn. */
export const plainSeat = (
  table: Table,
  info: SeatInfo,
  acting: Acting | undefined,
  receivedAt: number,
): Pick<SeatScene, Plain> => ({
  seat: info.seat,
  chair: chairOf(info.seat, table.you, table.seats.length),
  name: info.name || t('room.seat.empty'),
  kind: info.kind,
  clock: clockOf(acting, table.table.pace?.turn ?? 0, receivedAt),
  acting: acting !== undefined,
  auto: info.auto,
  connected: info.kind !== 'player' || info.connected,
  ready: info.ready,
  points: info.points,
  coins: table.table.stakes && info.kind === 'player' ? (info.coins ?? null) : null,
});

/** Chairs by number of seats, in playing order from the viewer. */
const CHAIRS: Record<number, readonly Chair[]> = {
  2: ['me', 'top'],
  3: ['me', 'right', 'left'],
  4: ['me', 'right', 'top', 'left'],
  6: ['me', 'right', 'right', 'top', 'left', 'left'],
};

function chairOf(seat: number, me: number | null, seats: number): Chair {
  const chairs = CHAIRS[seats] ?? CHAIRS[4]!;
  return chairs[(seat - (me ?? 0) + seats) % seats] ?? 'top';
}

const actorName = (seat: number, you: number | null, name: string): string => (seat === you ? capital(youIn()) : name);

/** How to refer to a seat in a sentence: the viewer's own as "you". */
export const nameIn = (scene: TableScene, { seat, name }: SeatScene): string => actorName(seat, scene.me, name);

/** `nameIn` for any seat of a table, by its number. */
export const actorsOf =
  ({ seats, you }: Pick<Table, 'seats' | 'you'>) =>
  (seat: number): string =>
    actorName(seat, you, seats[seat]?.name ?? '');

/** The events since the last message; each family knows its own event types. */
export const eventsOf = <E>({ steps }: Table): E[] => steps.flatMap((step) => step.events as E[]);

export const isWinner = (outcome: Outcome, seat: number | null): boolean | null =>
  seat === null || outcome.winners.length === 0 ? null : outcome.winners.includes(seat);

/** Where a seat is on the screen, seen from the middle: the viewer below, the next player to the right. */
function placeOf(seat: number, me: number | null, seats: number): readonly [x: number, y: number] {
  const angle = (2 * Math.PI * (seat - (me ?? 0))) / seats;
  return [Math.sin(angle), Math.cos(angle)];
}

/** Where a seat looks: at the player to move, or at the cards in the middle if that is the seat itself. */
export function gazeOf(
  seats: readonly Pick<SeatScene, 'seat' | 'acting'>[],
  seat: number,
  me: number | null,
): readonly [x: number, y: number] | null {
  const acting = seats.filter((one) => one.acting);
  if (acting.length !== 1) return null;
  const [x, y] = placeOf(seat, me, seats.length);
  const [toX, toY] = acting[0]!.seat === seat ? [0, 0] : placeOf(acting[0]!.seat, me, seats.length);
  const far = Math.hypot(toX - x, toY - y);
  return [(toX - x) / far, (toY - y) / far];
}
