/** What a table shows, whatever the game: a family makes a scene of the server's view, and the table draws it. */

import type { Card } from '../cards/card';
import type { HeldCard } from '../hand/selection';
import { t } from '../i18n/index.svelte';
import { capital, youIn } from '../i18n/serverMessages';
import type { Sound } from '../lib/sound';
import type { Acting, Outcome, SeatInfo, Table } from '../wire/types';
import { clockOf, type Clock } from './clock';

/** Where somebody sits, seen from the viewer's chair. The next to play sits on the right. */
export type Chair = 'me' | 'right' | 'top' | 'left';

/** What a seat did last: cards it put down, or something it said. */
export type Last =
  | {
      readonly kind: 'cards';
      readonly cards: readonly Card[];
      readonly as: string | null;
      readonly toBeat: boolean;
      /** What players call it; left out: nothing that has a name. */
      readonly called?: string;
    }
  | { readonly kind: 'word'; readonly word: string; readonly strong: boolean };

export interface Side {
  /** A CSS colour that bears white. */
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
  /** The side a seat plays on, where sides have a colour and a shape of their own. */
  readonly side?: Side;
  /** Wears the hat: whom the others play against. */
  readonly hat?: boolean;
  /** On the viewer's side. */
  readonly partner?: boolean;
  /** Short signs beside the name: doubled, open hand, kicked. */
  readonly marks: readonly string[];
  readonly cardsLeft: number | null;
  /** Cards that everybody sees: an open hand, or what is left at the end. */
  readonly shown: readonly Card[] | null;
  readonly last: Last | null;
  readonly clock: Clock | null;
  readonly acting: boolean;
  readonly auto: boolean;
  readonly connected: boolean;
  readonly ready: boolean;
  readonly points: number;
  /** A player's; null where the table plays for points alone. */
  readonly coins: number | null;
  /** The player's title; left out: none. */
  readonly title?: Title;
}

/** A title: as it stands on the seal, and in the reader's language. */
export interface Title {
  readonly seal: string;
  readonly word: string;
}

export interface Bottom {
  readonly count: number;
  /** null: face down. */
  readonly cards: readonly Card[] | null;
}

export interface ActionButton {
  readonly label: string;
  readonly action: unknown;
  readonly primary: boolean;
}

interface Asked {
  readonly prompt: string;
  /** The action that says no: pass, throw nothing away. */
  readonly without: ActionButton | null;
  /** Whether the house gives advice. */
  readonly hints: boolean;
}

/** To choose among a few things. */
export interface ButtonsQuestion extends Asked {
  readonly kind: 'buttons';
  readonly buttons: readonly ActionButton[];
  /** The texts of the cards of the hand that the answers take. */
  readonly uses?: ReadonlySet<string>;
  /** More than fit in a row: listed when asked for, or `open` from the first in the family's `Area`. */
  readonly list?: { readonly label: string; readonly buttons: readonly ActionButton[]; readonly open: boolean };
}

/** To choose cards. */
export interface CardsQuestion extends Asked {
  readonly kind: 'cards';
  readonly verb: string;
  /** The text to ask `preview` about these cards; the action's own text, where the server tells the actions. */
  readonly text: (cards: readonly Card[]) => string;
  /** What there is to say of the cards chosen, if anything. */
  readonly about?: (cards: readonly Card[]) => string;
  /** How many cards it takes, where that is settled. */
  readonly count?: number;
  /** The texts of the cards that can be part of an answer, where the server tells them all; the others are dimmed. */
  readonly may?: ReadonlySet<string> | null;
  /** The texts of the cards that matter now: they are lit. */
  readonly lit?: ReadonlySet<string>;
}

/** What the viewer is asked. */
export type Question = ButtonsQuestion | CardsQuestion;

export interface Counted {
  readonly rank: string;
  readonly left: number;
}

export interface AccountLine {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

/** A number of the formula that makes the stake: with what stands before it, and what it is called. */
export interface Factor {
  readonly sign: string;
  readonly value: string;
  readonly label: string;
}

export interface Result {
  readonly title: string;
  readonly won: boolean | null;
  /** Who won and how, where the title does not say it. */
  readonly how: string;
  readonly account: readonly AccountLine[];
  /** How the stake comes about; empty where there is none. */
  readonly formula: readonly Factor[];
  readonly stake: number | null;
  readonly seats: readonly {
    readonly seat: number;
    readonly name: string;
    readonly kind: SeatInfo['kind'];
    /** What is added up to its points; empty where that is the stake. */
    readonly sum: string;
    readonly role: string;
    readonly points: number;
    readonly total: number;
    /** What was gained or lost in coins, and why not more; null where none were played for. */
    readonly coins: { readonly change: number; readonly note: string } | null;
    /** What was left; null where that tells nothing. */
    readonly cards: readonly Card[] | null;
    /** The title that came with this hand; null: none did. */
    readonly promoted: Title | null;
  }[];
  /** What a point is worth and what everybody pays; empty where no coins were played for. */
  readonly notes: string;
  /** The hand's id; empty where there is no record of it. */
  readonly replay: string;
}

export interface TableScene {
  readonly seats: readonly SeatScene[];
  readonly me: number | null;
  readonly hand: readonly HeldCard[];
  /** How many places the hand may come to: room is kept for them. Left out: as many as it has. */
  readonly places?: number;
  readonly bottom: Bottom | null;
  /** The wild rank. */
  readonly wild: string | null;
  readonly stake: { readonly base: number; readonly times: number } | null;
  /** The account so far: what makes the stake what it is. Left out: there is none. */
  readonly account?: readonly AccountLine[];
  /** What holds for this hand, in a word or two each: the wild rank, the fewest points. */
  readonly notes: readonly string[];
  readonly question: Question | null;
  readonly status: string;
  /** What has just happened, for those who listen; what is said beside the seats need not be in it. */
  readonly news?: readonly string[];
  /** The same for the ear, where plays and passes beside the seats are not all. */
  readonly heard?: readonly Sound[];
  readonly counter: readonly Counted[];
  readonly result: Result | null;
}

type Plain =
  'seat' | 'chair' | 'name' | 'kind' | 'clock' | 'acting' | 'auto' | 'connected' | 'ready' | 'points' | 'coins';

/** What is known of a seat whatever is played. `acting`: it is this seat's turn. */
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

/** Chairs by how many play, from the viewer's on in playing order. */
const CHAIRS: Record<number, readonly Chair[]> = {
  2: ['me', 'top'],
  3: ['me', 'right', 'left'],
  4: ['me', 'right', 'top', 'left'],
  6: ['me', 'right', 'right', 'top', 'left', 'left'],
};

export function chairOf(seat: number, me: number | null, seats: number): Chair {
  const chairs = CHAIRS[seats] ?? CHAIRS[4]!;
  return chairs[(seat - (me ?? 0) + seats) % seats] ?? 'top';
}

const actor = (seat: number, you: number | null, name: string): string => (seat === you ? capital(youIn()) : name);

/** What a seat is called in a sentence, beside the viewer's own. */
export const nameIn = (scene: TableScene, { seat, name }: SeatScene): string => actor(seat, scene.me, name);

/** The same of any seat of a table, by its number. */
export const actorsOf =
  ({ seats, you }: Pick<Table, 'seats' | 'you'>) =>
  (seat: number): string =>
    actor(seat, you, seats[seat]?.name ?? '');

/** What has happened since the last message; the family knows its own events. */
export const eventsOf = <E>({ steps }: Table): E[] => steps.flatMap((step) => step.events as E[]);

export const isWinner = (outcome: Outcome, seat: number | null): boolean | null =>
  seat === null || outcome.winners.length === 0 ? null : outcome.winners.includes(seat);
