import type { Family } from '../family';
import RulesetPicture from './RulesetPicture.svelte';
import CardRow from './CardRow.svelte';
import { speech } from './texts';

export const family: Family = {
  name: 'zipai',
  speech,
  RulesetPicture,
  Row: CardRow,
  cardShape: { visible: 1.06, ratio: 1.35, width: 0.6 },
  sprite: () => import('./NumeralSprite.svelte'),
  table: () => import('./Table.svelte'),
  puzzle: () => import('./puzzle'),
  learn: () => import('./lesson.json'),
};
