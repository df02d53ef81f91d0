/** Words by code from the server's catalogues: why something was refused, what a line of an account is called. */

import { settings } from '../lib/settings.svelte';
import { words as common } from './generated/common';
import { fill, isKey, t } from './index.svelte';
import { wordIn, type Words } from './languages';

export type { Words } from './languages';

type Details = Readonly<Record<string, string | number>>;

const NONE: Words = {};
/** The tables of the catalogues in which a refusal's sentence may stand. */
const PLACES = ['why', 'illegal', 'notation', 'refused', 'unfit', 'conflict', 'limit', 'unknown', 'ruleset', 'error'];

const lookUp = (key: string, words: Words): string | undefined =>
  wordIn(settings.language, words, key) ?? wordIn(settings.language, common as Words, key);

/** Details that are codes themselves (a category) have words of their own. */
function spoken(details: Details, words: Words): Details {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, lookUp(`${name}.${value}`, words) ?? value]),
  );
}

/** The words for a code of a table, or null. */
export function word(table: string, code: string, details: Details, words: Words = NONE): string | null {
  const sentence = lookUp(`${table}.${code}`, words);
  return sentence === undefined ? null : fill(sentence, spoken(details, words));
}

/** What and why, for a code of the server or of the rules; the code itself where nobody has words for it. */
export function problem(code: string, details: Details, words: Words = NONE): string {
  const own = `problem.${code}`;
  if (isKey(own)) return t(own, { ...details });
  for (const place of PLACES) {
    const sentence = word(place, code, details, words);
    if (sentence !== null) return sentence;
  }
  return code;
}
