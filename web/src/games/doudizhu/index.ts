import { t } from '../../i18n/index.svelte';
import { words } from '../../i18n/generated/doudizhu';
import type { Family } from '../family';
import { ending } from './ending';
import { tell } from './labels';
import Picture from './Picture.svelte';
import Table from './Table.svelte';

const PLAYERS: Record<string, number> = { four: 4, duel: 2, 'duel-rotate': 2 };
const RULESETS = [
  'qq',
  'happy',
  'wild',
  'discard',
  'classic',
  'kick',
  'duel',
  'duel-rotate',
  'four',
  'origin',
] as const;

export const doudizhu: Family = {
  name: 'doudizhu',
  words,
  Picture,
  Table,
  tell,
  ending,
  learn: () => import('./lesson.json'),
  rulesets: RULESETS.map((name) => `doudizhu/${name}`),
  about: (ruleset) => {
    const name = ruleset.split('/')[1] as (typeof RULESETS)[number];
    return { text: RULESETS.includes(name) ? t(`about.${name}`) : '', players: PLAYERS[name] ?? 3 };
  },
};
