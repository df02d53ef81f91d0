import type { Family } from '../family';
import { ending } from './ending';
import Picture from './Picture.svelte';
import Table from './Table.svelte';
import { speech } from './words';

export const family: Family = {
  name: 'doudizhu',
  speech,
  Picture,
  Table,
  ending,
  learn: () => import('./lesson.json'),
};
