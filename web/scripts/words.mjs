// Turns the catalogues of src/paiju/locale into modules: `common`, and one a family that has a table here.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { emit, SRC } from './emit.mjs';

const LOCALE = join(SRC, '..', '..', 'src', 'paiju', 'locale');
const BANNER = '// Generated from src/paiju/locale by scripts/gen-wire: change that, then run `make gen`.';

function flat(tables, prefix = '') {
  return Object.entries(tables).flatMap(([name, entry]) =>
    typeof entry === 'object' ? flat(entry, `${prefix}${name}.`) : [[prefix + name, String(entry)]],
  );
}

function catalogue(language, name) {
  const path = join(LOCALE, language, `${name}.toml`);
  return existsSync(path) ? Object.fromEntries(flat(parse(readFileSync(path, 'utf8')))) : {};
}

function moduleOf(name) {
  const words = JSON.stringify({ zh: catalogue('zh', name), en: catalogue('en', name) }, null, 2);
  return `${BANNER}\n\nexport const words: Record<'zh' | 'en', Record<string, string>> = ${words};\n`;
}

for (const name of ['common', 'doudizhu', 'zipai', 'gunzi']) {
  const wanted = name === 'common' || existsSync(join(SRC, 'games', name));
  if (wanted) emit(join(SRC, 'i18n', 'generated', `${name}.ts`), moduleOf(name));
}
