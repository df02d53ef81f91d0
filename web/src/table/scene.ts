/** What a table shows, whatever the game: a family makes a scene of the server's view, and the table draws it. */

import type { Component } from 'svelte';
import type { Card } from '../cards/card';
import type { HandCard, Selection } from '../hand/select';
import type { Words } from '../i18n/words';
import type { Order } from '../lib/settings.svelte';
import type { Acting, Outcome, Said, Table } from '../wire/types';
import type { Sizes } from './sizes';

/** Where somebody sits, seen from the viewer's chair. The next to play sits on the right. */
export type Chair = 'me' | 'right' | 'top' | 'left';

/** What a seat did last: cards it put down, or something it said. */
export type Last =
  | { readonly kind: 'cards'; readonly cards: readonly Card[]; readonly as: string | null; readonly toBeat: boolean }
  | { readonly kind: 'word'; readonly word: string; readonly strong: boolean };

export interface Clock {
  /** Milliseconds of the page's clock at which the turn, and then the reserve, runs out; null: no clock. */
  readonly turnEnds: number | null;
  readonly end: number | null;
  readonly turn: number;
}

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

/** What the viewer is asked: to choose among a few things, or to choose cards. */
export type Question =
  | {
      readonly kind: 'buttons';
      readonly prompt: string;
      readonly buttons: readonly ActionButton[];
      /** More than fit in a row: they are listed when asked for. */
      readonly list?: { readonly label: string; readonly buttons: readonly ActionButton[] };
    }
  | {
      readonly kind: 'cards';
      readonly prompt: string;
      readonly verb: string;
      /** The action without cards, if there is one: pass, or throw nothing away. */
      readonly without: ActionButton | null;
      /** The text to ask `preview` about these cards. */
      readonly text: (cards: readonly Card[]) => string;
      /** Whether the house gives advice. */
      readonly hints: boolean;
      /** How many cards it takes, where that is settled. */
      readonly count?: number;
      /** The texts of the cards that can be part of an answer, where the server tells them all; the others are dimmed. */
      readonly may?: ReadonlySet<string> | null;
      /** The texts of the cards that matter now: they are lit. */
      readonly lit?: ReadonlySet<string>;
    };

export interface Counted {
  readonly rank: string;
  readonly left: number;
}

export interface AccountLine {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

export interface Result {
  readonly title: string;
  readonly won: boolean | null;
  readonly account: readonly AccountLine[];
  readonly stake: number | null;
  readonly seats: readonly {
    readonly seat: number;
    readonly name: string;
    readonly role: string;
    readonly points: number;
    readonly total: number;
    /** What was left; null where that tells nothing. */
    readonly cards: readonly Card[] | null;
  }[];
  /** The hand's id; empty where there is no record of it. */
  readonly replay: string;
}

export interface TableScene {
  readonly seats: readonly SeatScene[];
  readonly me: number | null;
  readonly hand: readonly Card[];
  readonly bottom: Bottom | null;
  /** The wild rank. */
  readonly wild: string | null;
  readonly stake: { readonly base: number; readonly times: number } | null;
  readonly question: Question | null;
  readonly status: string;
  /** Something that has just happened, for those who listen. */
  readonly news?: string;
  readonly counter: readonly Counted[];
  readonly result: Result | null;
}

/** What a part of the table that a family draws itself is given. */
export interface PartProps {
  readonly table: Table;
  readonly scene: TableScene;
  readonly sizes: Sizes;
  readonly said: ReadonlyMap<number, Said>;
}

export interface HandProps {
  readonly cards: readonly HandCard[];
  readonly selection: Selection;
  readonly question: Question | null;
  readonly wild: string | null;
  /** Cards are flying in. */
  readonly dealing: boolean;
  readonly onselect: (selection: Selection) => void;
  readonly onbest: (card: HandCard) => void;
}

/** Something to look at besides the table: a button opens it. */
export interface Panel {
  readonly name: string;
  readonly label: () => string;
  readonly View: Component<PartProps>;
  /** Shown below the account when a hand is over, too. */
  readonly atEnd: boolean;
}

/** What `TableView` needs of a family that is shown by it. */
export interface CardGame {
  readonly words: Words;
  /** What the table shows. `receivedAt`: the page's clock when the message came, from which its times count. */
  readonly scene: (table: Table, receivedAt: number) => TableScene;
  /** The hand as it is held, left to right. */
  readonly arrange: (cards: readonly Card[], order: Order, wild: string | null) => Card[];
  /** The cards that an action's text puts down: the very ones where it names them, else by rank. */
  readonly cardsOf: (action: string) => readonly Pick<Card, 'text' | 'rank'>[];
  /** An action as one reads it in a list. */
  readonly tell: (action: string) => string;
  /** What lies between the bar and the message, where seats with their plays beside them will not do. */
  readonly Area?: Component<PartProps>;
  /** What the bar says beside the title. */
  readonly Bar?: Component<PartProps>;
  /** The hand, where rows of single cards will not do. */
  readonly Hand?: Component<HandProps, { focus(): void }>;
  readonly panels?: readonly Panel[];
  /** The details of a refusal as one reads them: cards, shapes. */
  readonly details?: (args: Readonly<Record<string, string>>) => Record<string, string>;
}

/** A seat's clock, counted from when the message came. `pace`: seconds of a turn. */
export function clockOf(acting: Acting | undefined, pace: number, receivedAt: number): Clock | null {
  if (!acting) return null;
  if (acting.turn === null) return { turnEnds: null, end: null, turn: 0 };
  const turnEnds = receivedAt + acting.turn;
  return { turnEnds, end: turnEnds + (acting.reserve ?? 0), turn: pace * 1000 };
}

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

export const isWinner = (outcome: Outcome, seat: number | null): boolean | null =>
  seat === null || outcome.winners.length === 0 ? null : outcome.winners.includes(seat);
