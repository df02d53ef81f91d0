// Converts the text catalogues to modules: one per language with all its texts, loaded on demand, and one per
// catalogue. Removes the modules of catalogues and languages that are gone.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cataloguesIn, housePlayersIn, languagesIn } from './catalogue.mjs';
import { emit, SRC } from './emit.mjs';

const PAIJU = join(SRC, '..', '..', 'src', 'paiju');
const LOCALE = join(PAIJU, 'locale');
const BANNER = '// Generated from the catalogues by web/scripts/words.mjs: change those, then run `npm run made`.\n\n';

/** Catalogues that only the server uses, and keys that only the command line uses. */
const SERVERS = ['names'];
const COMMANDS = /^(help|command|option|settings|usage|serve|audit|simulate|verify)\./;

/**
 * Texts of the home page, including its errors. They are part of the first bundle; the rest is loaded when the player
 * moves on.
 */
const FIRST = {
  common: /^(language|list|bot|http|seat|puzzle\.goal)\.|^house\.\w+\.name$/,
  pages:
    /^(app|home|place|friends|quick|notice|time|watch|level|room\.seat)\.|^(account\.(title|keep|login|as)|coins\.(title|yours|only)|admin\.title|player\.(title|bot)|rankings\.title|replays\.title|table\.yourTurn)$/,
};
const isFirst = (name, key) => (FIRST[name] ?? /^family\./).test(key);

/** English has every key: other languages fall back to it. */
const FALLBACK = 'en';

/** Seals are written in the language of the games in every language. */
const SEALS = 'zh';
const sealsIn = (by) =>
  Object.entries(by[SEALS] ?? {}).flatMap(([key, word]) =>
    key.startsWith('title.') ? [[key.replace('title.', 'seal.'), word]] : [],
  );

const catalogues = Object.entries(cataloguesIn(LOCALE, join(PAIJU, 'games'))).filter(
  ([name]) => !SERVERS.includes(name),
);

/** The names and lines of the house players are texts of the common catalogue. */
const housePlayers = housePlayersIn(join(PAIJU, 'bots', 'house_players.toml'));
const houseWordsIn = (language) =>
  housePlayers.flatMap(({ id, name, lines }) => [
    [`house.${id}.name`, name[language] ?? name[FALLBACK]],
    ...Object.entries(lines[language] ?? lines[FALLBACK]).map(([moment, line]) => [`house.${id}.${moment}`, line]),
  ]);

const isShown = (name, key) => name !== 'common' || !COMMANDS.test(key);

/** All texts of a language, by catalogue and key. */
const wordsIn = (language) =>
  Object.fromEntries(
    catalogues.map(([name, by]) => [
      name,
      Object.fromEntries([
        ...Object.entries({ ...by[FALLBACK], ...by[language] }).filter(([key]) => isShown(name, key)),
        ...sealsIn(by),
        ...(name === 'common' ? houseWordsIn(language) : []),
      ]),
    ]),
  );

const literal = (value) => JSON.stringify(value, null, 2);

const GENERATED = join(SRC, 'i18n', 'generated');
const written = new Set();
const write = (path, text) => {
  written.add(path);
  emit(join(GENERATED, path), BANNER + text);
};

const languages = languagesIn(LOCALE);
for (const language of languages)
  write(join('languages', `${language}.ts`), `export default ${literal(wordsIn(language))} as const;\n`);
const firstIn = (language) =>
  Object.fromEntries(
    Object.entries(wordsIn(language)).map(([name, words]) => [
      name,
      Object.fromEntries(Object.entries(words).filter(([key]) => isFirst(name, key))),
    ]),
  );
write(
  'first.ts',
  `export const first = ${literal(Object.fromEntries(languages.map((one) => [one, firstIn(one)])))};\n`,
);
for (const [name] of catalogues)
  write(
    `${name}.ts`,
    `import { wordsOf } from '../loadedLanguages.svelte';
import type en from './languages/${FALLBACK}';

export type Key = keyof (typeof en)['${name}'];

export const words = wordsOf<Key>('${name}');
`,
  );

/** Facts about a language that are needed before its texts are loaded. */
const about = (language) => {
  const { common } = wordsIn(language);
  return {
    name: common['language.name'],
    tag: common['language.tag'],
    numerals: common['language.numerals'] === 'true',
  };
};
/** The names of the house bots in every language, with their keys. */
const bots = languages.flatMap((language) =>
  Object.entries(wordsIn(language).common).flatMap(([key, name]) =>
    /^bot\.|^house\.\w+\.name$/.test(key) ? [[name, key]] : [],
  ),
);
write(
  'about.ts',
  `export const about = ${literal(Object.fromEntries(languages.map((one) => [one, about(one)])))};

/** The names of the house bots in every language, with the key of each. */
export const bots = ${literal(Object.fromEntries(bots))} as const;

/** The house players, from weakest to strongest: the levels at which they are at home, their bias and their face. */
export const housePlayers = ${literal(
    Object.fromEntries(housePlayers.map(({ id, level, bias, face }) => [id, { level, bias, face }])),
  )} as const;
`,
);

for (const path of readdirSync(GENERATED, { recursive: true }))
  if (path.endsWith('.ts') && !written.has(path)) rmSync(join(GENERATED, path));
