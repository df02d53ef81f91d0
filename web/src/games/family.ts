/** What a family of games adds to the client: a folder next to this file, whose `index.ts` exports it as `family`. */

import type { Component } from 'svelte';
import type { HandAdapter } from '../hand/handAdapter';
import type { HeldCard } from '../hand/selection';
import { translator } from '../i18n/index.svelte';
import type { TableModel } from '../table/tableConnection';
import type { TableScene } from '../table/scene';
import type { Speech } from '../table/familyTexts';
import type { PuzzleView, Table, Zone } from '../wire/types';

/** Props of a family's table. */
export interface TableProps {
  readonly model: TableModel;
  readonly onleave: () => void;
  /** Opens the lobby between hands: the seats and the invitation link. */
  readonly onseats?: (() => void) | null;
  /** The table is only shown, as at the end of a lesson: the viewer can neither act nor talk. */
  readonly still?: boolean;
}

/** Proportions of a card in an overlapping row. */
export interface CardShape {
  /** The least share of its width that stays visible. */
  readonly visible: number;
  /** Its height per width. */
  readonly ratio: number;
  /** Its width compared with a playing card's. */
  readonly width: number;
}

export const PLAYING_CARD: CardShape = { visible: 0.36, ratio: 1.4, width: 1 };

/** What a family adds to the page of a puzzle. */
export interface PuzzleParts {
  /** How the hand is drawn. */
  readonly hand: HandAdapter;
  /** The hand in the order in which it is held. */
  readonly held: (cards: readonly string[], state: unknown) => readonly HeldCard[];
  /** The terms of the hand, in the bar: the trump, the fewest points to win. */
  readonly Facts?: Component<{ state: unknown }>;
  /** Melds and discards of a seat. */
  readonly Laid?: Component<{
    laid: readonly Zone[];
    discards: readonly string[];
    isOwn: boolean;
    isRight: boolean;
    /** The puzzle, beside one's own cards. */
    view?: PuzzleView;
  }>;
}

export interface Family {
  readonly name: string;
  readonly speech: Speech;
  /** The picture of a ruleset: its cards in the family's notation, with `*` before a wild card. */
  readonly RulesetPicture: Component<{ cards: string }>;
  /** A row of the family's cards; `large` if they are drawn at least 44 px wide. */
  readonly Row: Component<{ cards: string; large?: boolean }>;
  /** How cards in an overlapping row are drawn; playing cards without it. */
  readonly cardShape?: CardShape;
  /** An SVG sprite for the family's cards, put on the page once. */
  readonly sprite?: () => Promise<{ readonly default: Component }>;
  /** The scene builder for previews of running tables; undefined if the family's tables do not show cards as plays. */
  readonly look?: () => Promise<{ readonly sceneOf: (table: Table, receivedAt: number) => TableScene }>;
  /** The table component: `TableView` with the family's parts, loaded when a player joins. */
  readonly table: () => Promise<{ readonly default: Component<TableProps> }>;
  /** The parts of a puzzle's page; undefined if the family has no puzzles. */
  readonly puzzle?: () => Promise<{ readonly puzzle: PuzzleParts }>;
  /** A guided first hand (a `Lesson`), loaded on demand. */
  readonly learn?: () => Promise<{ readonly default: object }>;
}

export const titleOf = ({ speech }: Family): string => translator(speech.words)('family.title');
