/** What a table's page needs of its connection: a live table or a fixture. */

import { facts, type Reading, type Readings, type SocialEvent, type Table, type SetupRequest } from '../wire/types';

export interface TableModel {
  readonly table: Table | null;
  /** The page clock when `table` arrived. */
  readonly receivedAt: number;
  /** The latest utterance of each seat. */
  readonly utterances: ReadonlyMap<number, SocialEvent>;
  /** Why the last request was refused; the next request clears it. */
  readonly refusal: string | null;
  /** A move to show to the player, if any. */
  readonly shown?: Reading | null;
  act(action: unknown): void;
  preview(text: string): Promise<Readings>;
  hint(): Promise<Readings>;
  send(request: Command): void;
  /** Goes on to the next deal of a daily set, or to its results. */
  openNextDeal?(): void;
}

/** Requests that the server only acknowledges. */
export type Command =
  | { t: 'auto'; on: boolean }
  | { t: 'take_back' }
  | { t: 'say'; phrase: string }
  | { t: 'react'; reaction: string; to?: number | null }
  | { t: 'chat'; text: string }
  | { t: 'knock' }
  | { t: 'sit'; seat?: number | null }
  | { t: 'stand' }
  | { t: 'leave'; agreed?: number }
  | { t: 'ready'; on: boolean; predeal?: unknown }
  | { t: 'start'; predeal?: unknown; bot?: string }
  | { t: 'add_bot'; seat?: number | null; bot?: string }
  | { t: 'remove'; seat: number }
  | { t: 'mute'; seat: number; on: boolean }
  | { t: 'options'; setup: SetupRequest }
  | { t: 'rematch' };

export const { phrases: PHRASES, reactions: REACTIONS } = facts;

export type Reaction = (typeof REACTIONS)[number];

export const isReaction = (code: string): code is Reaction => (REACTIONS as readonly string[]).includes(code);
