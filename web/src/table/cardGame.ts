/** What a family supplies so that the table can draw its games: its scene, its hand, its own components and panels. */

import type { Component } from 'svelte';
import type { Card } from '../cards/card';
import type { HandAdapter } from '../hand/handAdapter';
import type { HeldCard } from '../hand/selection';
import type { Order } from '../lib/settings.svelte';
import type { SocialEvent, Table } from '../wire/types';
import type { Icon } from './icons';
import type { MoveDraft } from './moveDraft.svelte';
import type { TableScene } from './scene';
import type { Speech } from './familyTexts';
import type { Sizes } from './tableLayout';

/** Props of a part of the table that a family draws itself. */
export interface PartProps<S extends TableScene = TableScene> {
  readonly table: Table;
  readonly scene: S;
  readonly sizes: Sizes;
  readonly utterances: ReadonlyMap<number, SocialEvent>;
  /** The move the player is composing; null if nobody may act here now. */
  readonly draft: MoveDraft | null;
}

/** A panel that a button opens over the table. */
export interface Panel<S extends TableScene = TableScene> {
  readonly name: string;
  readonly label: () => string;
  readonly icon: Icon;
  readonly View: Component<PartProps<S>>;
  /** Also shown below the score at the end of a hand. */
  readonly atEnd: boolean;
}

/** What `TableView` needs of a family. */
export interface CardGame<S extends TableScene = TableScene> {
  readonly speech: Speech;
  /** Builds the scene. `receivedAt`: page clock when the message arrived; the message's times count from it. */
  readonly scene: (table: Table, receivedAt: number) => S;
  /** Sorts the hand, left to right. */
  readonly arrange: (cards: readonly HeldCard[], order: Order, wilds: readonly string[]) => readonly HeldCard[];
  /** The cards that an action's text plays: the exact cards if the text names them, otherwise by rank. */
  readonly cardsOf: (action: string) => readonly Pick<Card, 'text' | 'rank'>[];
  /** How the hand is drawn; null if the family's `Area` shows it. */
  readonly hand: HandAdapter | null;
  /** Replaces the standard area between the bar and the message (seats with their plays). */
  readonly Area?: Component<PartProps<S>>;
  /** Drawn to the left of the hand. */
  readonly Beside?: Component<PartProps<S>>;
  /** Drawn in the bar next to the title. */
  readonly Bar?: Component<PartProps<S>>;
  readonly panels?: readonly Panel<S>[];
  /** Draws what a seat held at the end, if that is not a row of playing cards. */
  readonly Held?: Component<{ scene: S; seat: number }>;
  /** The keyboard shortcuts in a sentence, if they differ from the common ones. */
  readonly keys?: () => string;
}
