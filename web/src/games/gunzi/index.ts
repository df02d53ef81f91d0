import { words } from '../../i18n/generated/gunzi';
import { t } from '../../i18n/index.svelte';
import type { Family } from '../family';
import { tell } from './labels';
import Picture from './Picture.svelte';
import { SEATS } from './teams';
import Table from './Table.svelte';

export const gunzi: Family = {
  name: 'gunzi',
  words,
  Picture,
  Table,
  tell,
  learn: () => import('./lesson.json'),
  rulesets: ['gunzi/six'],
  about: () => ({ text: t('about.gunzi.six'), players: SEATS }),
};
