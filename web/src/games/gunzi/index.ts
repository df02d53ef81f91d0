import { words } from '../../i18n/generated/gunzi';
import { t } from '../../i18n/index.svelte';
import type { Family } from '../family';
import { tell } from './labels';
import Picture from './Picture.svelte';
import { SEATS } from './teams';
import Table from './Table.svelte';
import { g } from './words';

export const gunzi: Family = {
  name: 'gunzi',
  title: { zh: '滚子', en: 'Gunzi' },
  words,
  Picture,
  Table,
  tell,
  learn: { title: () => t('learn.gunzi'), load: () => import('./lesson.json') },
  rulesets: ['gunzi/six'],
  about: () => ({ text: g('about'), players: SEATS }),
};
