/** A family without a folder here: the plain table with the server's texts. */

import CardRow from '../../cards/CardRow.svelte';
import type { Family } from '../family';
import Picture from './Picture.svelte';
import { speechOf } from './words.svelte';

export const plain = (name: string): Family => ({
  name,
  speech: speechOf(name),
  Picture,
  Row: CardRow,
  table: () => import('./Table.svelte'),
});
