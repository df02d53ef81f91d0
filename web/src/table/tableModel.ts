/** What the page of a table needs of its connection. A live table, a lesson and a fixture implement it. */

import { facts, type Reading, type Readings, type SocialEvent, type Table, type SetupRequest } from '../wire/types';

export interface TableModel {
  readonly table: Table | null;
  /** The time on the page clock when `table` arrived. */
  readonly receivedAt: number;
  /** The latest utterance of each seat. */
  readonly utterances: ReadonlyMap<number, SocialEvent>;
  /** Why the last request was refused. The next request clears it. */
  readonly refusal: string | null;
  /** A move that is demonstrated to the player. */
  readonly shown?: Reading | null;
  act(action: unknown): void;
  preview(text: string): Promise<Readings>;
  hint(): Promise<Readings>;
  send(request: Command): void;
  /** Opens the next deal of a daily set or, after the last one, the results. */
  openNextDeal?(): void;
}

/** Requests that the server answers only with an acknowledgement. */
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
