// Generated from the catalogues by scripts/gen-wire: change those, then run `make gen`.

import { wordsOf } from '../loadedLanguages.svelte';
import type en from './languages/en';

export type Key = keyof (typeof en)['doudizhu'];

export const words = wordsOf<Key>('doudizhu');
