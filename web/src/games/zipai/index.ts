import type { Family } from '../family';
import Picture from './Picture.svelte';
import CardRow from './CardRow.svelte';
import { speech } from './words';

export const family: Family = {
  name: 'zipai',
  speech,
  landmark: 'discard',
  Picture,
  Row: CardRow,
  sprite: () => import('./NumeralSprite.svelte'),
  table: () => import('./Table.svelte'),
  learn: () => import('./lesson.json'),
};
