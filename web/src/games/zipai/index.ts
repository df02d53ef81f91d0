import type { Family } from '../family';
import Picture from './Picture.svelte';
import { speech } from './words';

export const family: Family = {
  name: 'zipai',
  speech,
  Picture,
  sprite: () => import('./Sprite.svelte'),
  table: () => import('./Table.svelte'),
  learn: () => import('./lesson.json'),
};
