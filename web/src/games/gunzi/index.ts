import type { Family } from '../family';
import Picture from './Picture.svelte';
import Table from './Table.svelte';
import { speech } from './words';

export const family: Family = {
  name: 'gunzi',
  speech,
  Picture,
  Table,
  learn: () => import('./lesson.json'),
};
