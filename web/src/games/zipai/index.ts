import { words } from '../../i18n/generated/zipai';
import { t } from '../../i18n/index.svelte';
import type { Family } from '../family';
import { tell } from './labels';
import Picture from './Picture.svelte';
import Sprite from './Sprite.svelte';
import Table from './Table.svelte';

const PLAYERS = { 'guilin-3': 3, 'guilin-2': 2 } as const;

export const zipai: Family = {
  name: 'zipai',
  words,
  Picture,
  Sprite,
  Table,
  tell,
  learn: () => import('./lesson.json'),
  rulesets: Object.keys(PLAYERS).map((name) => `zipai/${name}`),
  about: (ruleset) => {
    const name = ruleset.split('/')[1] as keyof typeof PLAYERS;
    return { text: name in PLAYERS ? t(`about.zipai.${name}`) : '', players: PLAYERS[name] ?? 3 };
  },
};
