import { words } from '../../i18n/generated/gunzi';
import type { Family } from '../family';
import { tell } from './labels';
import Picture from './Picture.svelte';
import Table from './Table.svelte';

export const family: Family = {
  name: 'gunzi',
  words,
  Picture,
  Table,
  tell,
  learn: () => import('./lesson.json'),
};
