/**
 * What a family of games adds to the client. Each family has a folder next to this file, whose `index.ts` exports a
 * `Family` as `family`.
 */

import type { Component } from 'svelte';
import type { HandAdapter } from '../hand/handAdapter';
import type { HeldCard } from '../hand/selection';
import { translator } from '../i18n/index.svelte';
import type { TableModel } from '../table/tableModel';
import type { TableScene } from '../table/scene';
import type { Speech } from '../table/familyTexts';
import type { PuzzleView, Table, Zone } from '../wire/types';

/** Props of a family's table. */
export interface TableProps {
  readonly model: TableModel;
  readonly onleave: () => void;
  /** Opens the lobby between hands, with the seats and the invitation link. */
  readonly onseats?: (() => void) | null;
  /** Whether the table is only shown, as at the end of a lesson: the viewer can neither act nor talk. */
  readonly still?: boolean;
}

/** The proportions of a card in a row of overlapping cards. */
export interface CardShape {
  /** The smallest fraction of the card's width that stays visible. */
  readonly visible: number;
  /** The card's height divided by its width. */
  readonly ratio: number;
  /** The card's width divided by the width of a playing card. */
  readonly width: number;
}

export const PLAYING_CARD: CardShape = { visible: 0.36, ratio: 1.4, width: 1 };

/** What a family adds to the page of a puzzle. */
export interface PuzzleParts {
  /** How the hand is drawn. */
  readonly hand: HandAdapter;
  /** Sorts the cards of a hand into the order in which it is shown. */
  readonly held: (cards: readonly string[], state: unknown) => readonly HeldCard[];
  /** Draws the terms of the hand in the bar, such as the trump or the fewest points needed to win. */
  readonly Facts?: Component<{ state: unknown }>;
  /** Draws the melds and discards of a seat. `view` is the puzzle, if they are drawn beside the player's own hand. */
  readonly SeatCards?: Component<{
    laid: readonly Zone[];
    discards: readonly string[];
    isOwn: boolean;
    isRight: boolean;
    view?: PuzzleView;
  }>;
}

export interface Family {
  readonly name: string;
  readonly speech: Speech;
  /** The picture of a ruleset. `cards` is in the family's notation, with `*` before a wild card. */
  readonly RulesetPicture: Component<{ cards: string }>;
  /** A row of the family's cards. `large` says whether the cards are drawn at least 44 px wide. */
  readonly Row: Component<{ cards: string; large?: boolean }>;
  /** The proportions of the cards in an overlapping row; those of playing cards if left out. */
  readonly cardShape?: CardShape;
  /** An SVG sprite with the family's cards, which the page includes once. */
  readonly sprite?: () => Promise<{ readonly default: Component }>;
  /** The scene builder for previews of running tables. Undefined if the family's tables show no plays of cards. */
  readonly look?: () => Promise<{ readonly sceneOf: (table: Table, receivedAt: number) => TableScene }>;
  /**
   * Loads the table component, which is `TableView` with the family's parts. It is loaded when a player opens a table.
   */
  readonly table: () => Promise<{ readonly default: Component<TableProps> }>;
  /** Loads the parts of a puzzle's page. Undefined if the family has no puzzles. */
  readonly puzzle?: () => Promise<{ readonly puzzle: PuzzleParts }>;
  /** Loads a guided first hand (a `Lesson`). */
  readonly learn?: () => Promise<{ readonly default: object }>;
}

export const titleOf = ({ speech }: Family): string => translator(speech.words)('family.title');
