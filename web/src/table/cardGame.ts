/** What a family supplies for the table to draw its games: its scene, its hand, and its own components and panels. */

import type { Component } from 'svelte';
import type { Card } from '../cards/card';
import type { HandAdapter } from '../hand/handAdapter';
import type { HeldCard } from '../hand/selection';
import type { Order } from '../lib/settings.svelte';
import type { SocialEvent, Table } from '../wire/types';
import type { Icon } from './toolIcons';
import type { MoveDraft } from './moveDraft.svelte';
import type { TableScene } from './scene';
import type { Speech } from './familyTexts';
import type { Sizes } from './tableLayout';

/** The props of a part of the table that a family draws. */
export interface PartProps<S extends TableScene = TableScene> {
  readonly table: Table;
  readonly scene: S;
  readonly sizes: Sizes;
  readonly utterances: ReadonlyMap<number, SocialEvent>;
  /** The move that the player is composing; null if nobody may act here now. */
  readonly draft: MoveDraft | null;
}

/** A panel that is opened over the table by a button. */
export interface Panel<S extends TableScene = TableScene> {
  readonly name: string;
  readonly label: () => string;
  readonly icon: Icon;
  readonly View: Component<PartProps<S>>;
  /** Whether the panel is also shown below the score at the end of a hand. */
  readonly atEnd: boolean;
}

/** What `TableView` needs from a family. */
export interface CardGame<S extends TableScene = TableScene> {
  readonly speech: Speech;
  /**
   * Builds the scene. `receivedAt` is the time on the page clock when the message arrived, from which the times in the
   * message are counted.
   */
  readonly scene: (table: Table, receivedAt: number) => S;
  /** Sorts the hand from left to right. */
  readonly arrange: (cards: readonly HeldCard[], order: Order, wilds: readonly string[]) => readonly HeldCard[];
  /** The cards that an action's text plays. If the text names ranks only, these are any cards of the ranks. */
  readonly cardsOf: (action: string) => readonly Pick<Card, 'text' | 'rank'>[];
  /** How the hand is drawn; null if the family's `Area` draws it. */
  readonly hand: HandAdapter | null;
  /** Replaces the standard area between the bar and the message, which shows the seats with their plays. */
  readonly Area?: Component<PartProps<S>>;
  /** A component to the left of the hand. */
  readonly Beside?: Component<PartProps<S>>;
  /** A component in the bar next to the title. */
  readonly Bar?: Component<PartProps<S>>;
  readonly panels?: readonly Panel<S>[];
  /** Draws what a seat held at the end of a hand; undefined if that is a row of playing cards. */
  readonly Held?: Component<{ scene: S; seat: number }>;
  /** A sentence about the keyboard shortcuts; undefined if they are the common ones. */
  readonly keys?: () => string;
}
