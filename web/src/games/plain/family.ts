/** The family for games that have no folder here: the plain table with texts from the server. */

import CardRow from '../../cards/CardRow.svelte';
import type { Family } from '../family';
import RulesetPicture from './RulesetPicture.svelte';
import { speechOf } from './fetchedTexts.svelte';

export const plainFamily = (name: string): Family => ({
  name,
  speech: speechOf(name),
  RulesetPicture,
  Row: CardRow,
  table: () => import('./Table.svelte'),
});
