import CardRow from '../../cards/CardRow.svelte';
import type { Family } from '../family';
import RulesetPicture from './RulesetPicture.svelte';
import { speech } from './texts';

export const family: Family = {
  name: 'doudizhu',
  speech,
  RulesetPicture,
  Row: CardRow,
  look: () => import('./scene'),
  table: () => import('./Table.svelte'),
  puzzle: () => import('./puzzle'),
  learn: () => import('./lesson.json'),
};
