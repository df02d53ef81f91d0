import { words } from '../../i18n/generated/gunzi';
import type { Family } from '../family';
import { tell } from './labels';
import Picture from './Picture.svelte';
import { SEATS } from './teams';
import Table from './Table.svelte';
import { g } from './words';

export const gunzi: Family = {
  name: 'gunzi',
  words,
  Picture,
  Table,
  tell,
  learn: () => import('./lesson.json'),
  rulesets: ['gunzi/six'],
  about: () => ({ text: g('about'), players: SEATS }),
};
