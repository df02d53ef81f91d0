/** What has happened in the hand: what was told when one came to the table, and since. */

import { untrack } from 'svelte';
import type { Table } from '../wire/types';
import { newsOf, storyOf, type Speech } from './speech';

interface Source {
  readonly table: Table;
  readonly speech: Speech;
}

export class Story {
  lines = $state.raw<readonly string[]>([]);
  #version = -1;
  #hand = -1;

  /** Belongs to a component. */
  constructor(at: Source) {
    $effect(() => {
      const { table, speech } = at;
      if (table.v === this.#version) return;
      this.#version = table.v;
      const hand = table.hand?.number ?? -1;
      const before = hand === this.#hand ? untrack(() => this.lines) : [];
      this.#hand = hand;
      this.lines = table.since === null ? storyOf(table, speech) : [...before, ...newsOf(table, speech)];
    });
  }
}
