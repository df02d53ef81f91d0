/** What a family gives the table to draw its games with: its scene, its hand, its own parts and panels. */

import type { Component } from 'svelte';
import type { Card } from '../cards/card';
import type { HandAdapter } from '../hand/handAdapter';
import type { HeldCard } from '../hand/selection';
import type { Order } from '../lib/settings.svelte';
import type { SocialEvent, Table } from '../wire/types';
import type { Icon } from './icons';
import type { MoveDraft } from './moveDraft.svelte';
import type { TableScene } from './scene';
import type { Speech } from './speech';
import type { Sizes } from './tableSizes';

/** What a part of the table that a family draws itself is given. */
export interface PartProps<S extends TableScene = TableScene> {
  readonly table: Table;
  readonly scene: S;
  readonly sizes: Sizes;
  readonly utterances: ReadonlyMap<number, SocialEvent>;
  /** The move that the player is composing; null: nobody may act here now. */
  readonly draft: MoveDraft | null;
}

/** Something to look at besides the table: a button opens it. */
export interface Panel<S extends TableScene = TableScene> {
  readonly name: string;
  readonly label: () => string;
  readonly icon: Icon;
  readonly View: Component<PartProps<S>>;
  /** Shown below the account when a hand is over, too. */
  readonly atEnd: boolean;
}

/** What `TableView` needs of a family. */
export interface CardGame<S extends TableScene = TableScene> {
  readonly speech: Speech;
  /** What the table shows. `receivedAt`: the page's clock when the message came, from which its times count. */
  readonly scene: (table: Table, receivedAt: number) => S;
  /** The hand as it is held, left to right. */
  readonly arrange: (cards: readonly HeldCard[], order: Order, wild: string | null) => readonly HeldCard[];
  /** The cards that an action's text puts down: the very ones where it names them, else by rank. */
  readonly cardsOf: (action: string) => readonly Pick<Card, 'text' | 'rank'>[];
  /** How the hand is held; null where the family's `Area` shows it. */
  readonly hand: HandAdapter | null;
  /** What lies between the bar and the message, where seats with their plays beside them will not do. */
  readonly Area?: Component<PartProps<S>>;
  /** What lies left of the hand. */
  readonly Beside?: Component<PartProps<S>>;
  /** What the bar says beside the title. */
  readonly Bar?: Component<PartProps<S>>;
  readonly panels?: readonly Panel<S>[];
  /** What a seat held at the end, where it is not a row of playing cards. */
  readonly Held?: Component<{ scene: S; seat: number }>;
  /** The keys of the table in a sentence, where they are not the common ones. */
  readonly keys?: () => string;
}
