// Reads a folder of catalogues: a folder a language, in it a file for each family and a few for all.
import { readdirSync, readFileSync } from 'node:fs';
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

/** By name of catalogue, then by language: `table.code` to its words. */
export function cataloguesIn(folder) {
  const all = {};
  for (const language of languagesIn(folder))
    for (const file of readdirSync(join(folder, language))
      .filter((name) => name.endsWith('.toml'))
      .sort())
      (all[file.slice(0, -'.toml'.length)] ??= {})[language] = flatFile(join(folder, language, file));
  return all;
}
