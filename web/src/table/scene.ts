/** What a table of any game shows. A family builds a scene from the server's view, and the table draws it. */

import type { Card } from '../cards/card';
import type { HeldCard } from '../hand/selection';
import { t } from '../i18n/index.svelte';
import { capital, addressWord } from '../i18n/serverMessages';
import type { Sound } from '../lib/sound';
import type { Acting, Outcome, SeatInfo, Table } from '../wire/types';
import { clockOf, type Clock } from './clock';

/** The scene of a finished hand without its result and without the remaining cards. */
export const withoutResult = <S extends TableScene>(scene: S): S => ({
  ...scene,
  result: null,
  seats: scene.seats.map((seat) => ({ ...seat, shown: null })),
});

/** The position of a seat as the viewer sees it. The next player to act is on the right. */
export type Chair = 'me' | 'right' | 'top' | 'left';

/** The last action of a seat: cards that it played, or something that it said. */
export type LastAction =
  | {
      readonly kind: 'cards';
      readonly cards: readonly Card[];
      readonly as: string | null;
      readonly toBeat: boolean;
      /** The name of the play; undefined if it has none. */
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
  /** The side of the seat, if sides have a colour and a shape. */
  readonly side?: Side;
  /** Whether the player wears the hat: it marks the player against whom all others play. */
  readonly hat?: boolean;
  /** Whether the seat is on the viewer's side. */
  readonly partner?: boolean;
  /** Short marks next to the name: doubled, open hand, kicked. */
  readonly marks: readonly string[];
  readonly cardsLeft: number | null;
  /** Cards that everybody can see: those of an open hand, or the remaining cards at the end. */
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
  /** The direction in which the head looks: to the right and down, each from -1 to 1. Null: straight ahead. */
  readonly gaze?: readonly [x: number, y: number] | null;
  /** The earlier plays in a few characters each, the latest first. */
  readonly trail?: readonly string[];
}

/** A title as it is written on its seal, and as a word in the reader's language. */
export interface Title {
  readonly seal: string;
  readonly word: string;
}

export interface Bottom {
  readonly count: number;
  /** The cards; null if they lie face down. */
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
  /** The action that declines: a pass, or a discard of nothing. */
  readonly without: ActionButton | null;
  /** Whether the player may ask for hints. */
  readonly hints: boolean;
}

/** A question that is answered by one of a few buttons. */
export interface ButtonsQuestion extends QuestionBase {
  readonly kind: 'buttons';
  readonly buttons: readonly ActionButton[];
  /** Texts of the cards in the hand that all choices use. */
  readonly uses?: ReadonlySet<string>;
  /**
   * The choices that do not fit into a row. The player opens the list; if `open`, the family's `Area` shows it
   * immediately.
   */
  readonly list?: { readonly label: string; readonly buttons: readonly ActionButton[]; readonly open: boolean };
}

/** A question that is answered by choosing cards. */
export interface CardsQuestion extends QuestionBase {
  readonly kind: 'cards';
  readonly verb: string;
  /**
   * Returns the text to send to `preview` for these cards. If the server lists the actions, it equals the text of the
   * action.
   */
  readonly text: (cards: readonly Card[]) => string;
  /** Returns a message about the selected cards; empty if there is none. */
  readonly about?: (cards: readonly Card[]) => string;
  /** The number of cards that the action takes, if it is fixed. */
  readonly count?: number;
  /**
   * Texts of the cards that can be part of a legal action, if the server lists them all. All other cards are dimmed.
   */
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

/** One number in the formula of the stake, with its operator and label. */
export interface Factor {
  readonly sign: string;
  readonly value: string;
  readonly label: string;
}

export interface Result {
  readonly title: string;
  readonly won: boolean | null;
  /** Who won and how; empty if the title says it. */
  readonly how: string;
  readonly account: readonly AccountLine[];
  /** How the stake is calculated; empty if there is no stake. */
  readonly formula: readonly Factor[];
  readonly stake: number | null;
  readonly seats: readonly {
    readonly seat: number;
    readonly name: string;
    readonly kind: SeatInfo['kind'];
    /** How the points of the seat are calculated; empty if they equal the stake. */
    readonly sum: string;
    readonly role: string;
    readonly points: number;
    readonly total: number;
    /** The coins that the seat gained or lost, with a note if the amount was limited. Null without coins. */
    readonly coins: { readonly change: number; readonly note: string } | null;
    /** The cards that the seat had left at the end; null if they are not worth showing. */
    readonly cards: readonly Card[] | null;
    /** The title that the player gained in this hand; null if there is none. */
    readonly promoted: Title | null;
  }[];
  /** The value of a point and the fee; empty without coins. */
  readonly notes: string;
  /** The id of the hand; empty if it is not recorded. */
  readonly replay: string;
}

export interface TableScene {
  readonly seats: readonly SeatScene[];
  readonly me: number | null;
  readonly hand: readonly HeldCard[];
  /** The maximum number of slots of the hand, for which room is reserved. Without it, the current number of slots. */
  readonly places?: number;
  readonly bottom: Bottom | null;
  /** The wild ranks. */
  readonly wilds: readonly string[];
  readonly stake: { readonly base: number; readonly times: number } | null;
  /** The lines of the stake so far; undefined if there is no stake. */
  readonly account?: readonly AccountLine[];
  /** The terms of this hand in a word or two each, such as the wild ranks or the fewest points needed to win. */
  readonly notes: readonly string[];
  readonly question: Question | null;
  readonly status: string;
  /** What has just happened, for screen readers. What the seats show need not be repeated. */
  readonly news?: readonly string[];
  /** Sounds for events that are not plays or passes at the seats. */
  readonly sounds?: readonly Sound[];
  readonly counter: readonly CounterRow[];
  readonly result: Result | null;
}

/** The seat whose play is to be beaten; null if there is none. */
export const seatToBeat = (seats: readonly SeatScene[]): SeatScene | null =>
  seats.find(({ last }) => last?.kind === 'cards' && last.toBeat) ?? null;

type Plain =
  'seat' | 'chair' | 'name' | 'kind' | 'clock' | 'acting' | 'auto' | 'connected' | 'ready' | 'points' | 'coins';

/** The fields of a seat that do not depend on the game. `acting` says whether the seat has to act. */
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

/** The chairs for each number of seats, in playing order from the viewer. */
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

const actorName = (seat: number, you: number | null, name: string): string =>
  seat === you ? capital(addressWord()) : name;

/** The name of a seat in a sentence; for the viewer's own seat it is "you". */
export const nameIn = (scene: TableScene, { seat, name }: SeatScene): string => actorName(seat, scene.me, name);

/** Returns a function that gives the name of any seat of a table by its number, as `nameIn` does. */
export const actorsOf =
  ({ seats, you }: Pick<Table, 'seats' | 'you'>) =>
  (seat: number): string =>
    actorName(seat, you, seats[seat]?.name ?? '');

/** The events since the last message. Each family knows the types of its own events. */
export const eventsOf = <E>({ steps }: Table): E[] => steps.flatMap((step) => step.events as E[]);

export const isWinner = (outcome: Outcome, seat: number | null): boolean | null =>
  seat === null || outcome.winners.length === 0 ? null : outcome.winners.includes(seat);

/**
 * The position of a seat on the screen, relative to the middle: the viewer is at the bottom, the next player on the
 * right.
 */
function directionOf(seat: number, me: number | null, seats: number): readonly [x: number, y: number] {
  const angle = (2 * Math.PI * (seat - (me ?? 0))) / seats;
  return [Math.sin(angle), Math.cos(angle)];
}

/**
 * The direction in which a seat looks: at the player who has to act or, if that is the seat itself, at the cards in the
 * middle. Null unless exactly one player has to act.
 */
export function gazeOf(
  seats: readonly Pick<SeatScene, 'seat' | 'acting'>[],
  seat: number,
  me: number | null,
): readonly [x: number, y: number] | null {
  const acting = seats.filter((one) => one.acting);
  if (acting.length !== 1) return null;
  const [x, y] = directionOf(seat, me, seats.length);
  const [toX, toY] = acting[0]!.seat === seat ? [0, 0] : directionOf(acting[0]!.seat, me, seats.length);
  const far = Math.hypot(toX - x, toY - y);
  return [(toX - x) / far, (toY - y) / far];
}
