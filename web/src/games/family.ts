/** What a family of games adds to the client: a folder beside this file, and its row in `index.ts`. */

import type { Component } from 'svelte';
import type { Card } from '../cards/card';
import type { Words } from '../i18n/words';
import type { Order } from '../lib/settings.svelte';
import type { TableScene } from '../table/scene';
import type { Table } from '../wire/types';

export interface Family {
  readonly name: string;
  /** The server's words for the family's codes. */
  readonly words: Words;
  /** A drawn picture for the gallery. */
  readonly Picture: Component<{ ruleset: string }>;
  /** What the table shows. `receivedAt`: the page's clock when the message came, from which its times count. */
  readonly scene: (table: Table, receivedAt: number) => TableScene;
  /** The hand as it is held, left to right. */
  readonly arrange: (cards: readonly Card[], order: Order, wild: string | null) => Card[];
  /** The cards that an action's text puts down: the very ones where it names them, else by rank. */
  readonly cardsOf: (action: string) => readonly Pick<Card, 'text' | 'rank'>[];
  /** An action as one reads it in a list of steps. */
  readonly tell: (action: string) => string;
  /** Rulesets in the order of the gallery, the one to begin with first. */
  readonly rulesets: readonly string[];
  /** One sentence about a ruleset, and how many play. */
  readonly about: (ruleset: string) => { readonly text: string; readonly players: number };
}
