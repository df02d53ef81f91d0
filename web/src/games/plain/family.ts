/** A family without a folder here: the plain table with the server's texts. */

import CardRow from '../../cards/CardRow.svelte';
import type { Family } from '../family';
import RulesetPicture from './RulesetPicture.svelte';
import { speechOf } from './texts.svelte';

export const plain = (name: string): Family => ({
  name,
  speech: speechOf(name),
  RulesetPicture,
  Row: CardRow,
  table: () => import('./Table.svelte'),
});
