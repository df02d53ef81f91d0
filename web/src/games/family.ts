/** What a family of games adds to the client: a folder beside this file, whose `index.ts` exports it as `family`. */

import type { Component } from 'svelte';
import { sayer } from '../i18n/index.svelte';
import type { TableModel } from '../table/tableConnection';
import type { TableScene } from '../table/scene';
import type { Speech } from '../table/speech';
import type { Table } from '../wire/types';

/** What a table is given to show. */
export interface TableProps {
  readonly model: TableModel;
  readonly onleave: () => void;
  /** Between hands: who sits where, and the link for friends. */
  readonly onseats?: (() => void) | null;
  /** A replay: there is nothing to do and nobody to talk to. */
  readonly still?: boolean;
}

export interface Family {
  readonly name: string;
  readonly speech: Speech;
  /** The picture of a ruleset: its cards, in the family's notation; `*` before one that is wild. */
  readonly Picture: Component<{ cards: string }>;
  /** Some of its cards in a row. */
  readonly Row: Component<{ cards: string }>;
  /** Drawings that its cards share, put on the page once. */
  readonly sprite?: () => Promise<{ readonly default: Component }>;
  /** What a table shows, loaded where one looks in from outside; left out: cards do not lie there as plays. */
  readonly look?: () => Promise<{ readonly sceneOf: (table: Table, receivedAt: number) => TableScene }>;
  /** The table: `TableView` with what the family brings, loaded when one sits down. */
  readonly table: () => Promise<{ readonly default: Component<TableProps> }>;
  /** The type of action that its players look for in a replay; it has a name in the words, `jump.<type>`. */
  readonly landmark?: string;
  /** A first hand to walk through (a `Lesson`), loaded when it is asked for. */
  readonly learn?: () => Promise<{ readonly default: object }>;
}

/** What players look for in a replay, in words; '' if there is nothing. */
export const landmarkOf = ({ speech, landmark }: Family): string =>
  landmark === undefined ? '' : sayer(speech.words)(`jump.${landmark}`);

export const titleOf = ({ speech }: Family): string => sayer(speech.words)('family.title');
