// Reads the text catalogues: one folder per language, and one file per language in each family.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';

function flat(tables, prefix = '') {
  return Object.entries(tables).flatMap(([name, entry]) =>
    typeof entry === 'object' ? flat(entry, `${prefix}${name}.`) : [[prefix + name, String(entry)]],
  );
}

const flatFile = (path) => Object.fromEntries(flat(parse(readFileSync(path, 'utf8'))));

export const languagesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .sort();

/** By file name: `table.code` to its text. */
const filesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.toml'))
    .sort()
    .map((name) => [name.slice(0, -'.toml'.length), flatFile(join(folder, name))]);

/**
 * By catalogue name, then by language: `table.code` to its text. `families`: a folder with one folder per family, which
 * may have its texts by language in a folder `words`.
 */
export function cataloguesIn(folder, families) {
  const all = {};
  const add = (name, language, words) => ((all[name] ??= {})[language] = { ...all[name][language], ...words });
  for (const name of families ? readdirSync(families) : [])
    if (existsSync(join(families, name, 'words')))
      for (const [language, words] of filesIn(join(families, name, 'words'))) add(name, language, words);
  for (const language of languagesIn(folder))
    for (const [name, words] of filesIn(join(folder, language))) add(name, language, words);
  return all;
}

/** The house players of a file, each with its id. */
export const housePlayersIn = (path) =>
  Object.entries(parse(readFileSync(path, 'utf8'))).map(([id, player]) => ({ id, ...player }));
