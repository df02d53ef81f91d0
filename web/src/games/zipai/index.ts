import type { Family } from '../family';
import Picture from './Picture.svelte';
import Sprite from './Sprite.svelte';
import Table from './Table.svelte';
import { speech } from './words';

export const family: Family = {
  name: 'zipai',
  speech,
  Picture,
  Sprite,
  Table,
  learn: () => import('./lesson.json'),
};
