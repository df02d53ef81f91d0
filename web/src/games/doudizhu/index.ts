import { words } from '../../i18n/generated/doudizhu';
import type { Family } from '../family';
import { ending } from './ending';
import { tell } from './labels';
import Picture from './Picture.svelte';
import Table from './Table.svelte';

export const family: Family = {
  name: 'doudizhu',
  words,
  Picture,
  Table,
  tell,
  ending,
  learn: () => import('./lesson.json'),
};
