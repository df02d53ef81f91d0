import type { Family } from '../family';
import Picture from './Picture.svelte';
import Row from './Row.svelte';
import { speech } from './words';

export const family: Family = {
  name: 'zipai',
  speech,
  landmark: 'discard',
  Picture,
  Row,
  sprite: () => import('./Sprite.svelte'),
  table: () => import('./Table.svelte'),
  learn: () => import('./lesson.json'),
};
