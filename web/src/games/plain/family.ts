/** A family that has no folder here: the plain table, with the words that the server has for it. */

import type { Family } from '../family';
import Picture from './Picture.svelte';
import Table from './Table.svelte';
import { wordsOf } from './words.svelte';

export const plain = (name: string): Family => ({
  name,
  get words() {
    return wordsOf(name);
  },
  Picture,
  Table,
  tell: (action) => action,
});
