import { words } from '../../i18n/generated/zipai';
import type { Family } from '../family';
import { tell } from './labels';
import Picture from './Picture.svelte';
import Sprite from './Sprite.svelte';
import Table from './Table.svelte';

export const family: Family = {
  name: 'zipai',
  words,
  Picture,
  Sprite,
  Table,
  tell,
  learn: () => import('./lesson.json'),
};
