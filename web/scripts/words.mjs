// Turns the catalogues into modules, each with its words in all languages.
import { join } from 'node:path';
import { cataloguesIn } from './catalogue.mjs';
import { emit, SRC } from './emit.mjs';

const PAIJU = join(SRC, '..', '..', 'src', 'paiju');
const BANNER = '// Generated from the catalogues by scripts/gen-wire: change those, then run `make gen`.';

/** English has every key: where another language lacks one, it is English that is read. */
function moduleOf({ en = {}, ...others }) {
  const rest = Object.entries(others).map(
    ([language, words]) => `  ${JSON.stringify(language)}: ${JSON.stringify(words, null, 2)},\n`,
  );
  return `${BANNER}

import type { Words } from '../languages';

const en = ${JSON.stringify(en, null, 2)} as const;

export type Key = keyof typeof en;

export const words: Words<Key> = {
  en,
${rest.join('')}};
`;
}

/** What only the server says. */
const SERVERS = ['names'];

for (const [name, words] of Object.entries(cataloguesIn(join(PAIJU, 'locale'), join(PAIJU, 'games'))))
  if (!SERVERS.includes(name)) emit(join(SRC, 'i18n', 'generated', `${name}.ts`), moduleOf(words));
