/** The words of families that the client does not bring along: the server is asked for them, once. */

import { SvelteMap } from 'svelte/reactivity';
import { words as common } from '../../i18n/generated/common';
import { fill, listed, number } from '../../i18n/index.svelte';
import { wordIn, type Words } from '../../i18n/languages';
import { settings } from '../../lib/settings.svelte';
import { api } from '../../wire/api';
import type { Words as Told } from '../../wire/types';

const NONE: Words = {};
const known = new SvelteMap<string, Words>();
const asked = new Set<string>();

/** What there is of them; all of them as soon as they have come. */
export function wordsOf(family: string): Words {
  if (!asked.has(family)) {
    asked.add(family);
    api.words(family).then(
      (words) => known.set(family, words),
      () => asked.delete(family),
    );
  }
  return known.get(family) ?? NONE;
}

/** A key without an entry is shown by its last part. */
const bare = (key: string): string => (key.split('.').at(-1) ?? key).replaceAll('_', ' ');

const lookUp = (words: Words, key: string): string =>
  wordIn(settings.language, words, key) ?? wordIn(settings.language, common as Words, key) ?? bare(key);

/** Words of the server in the reader's language. `who`: what a seat is called. */
export function spoken(words: Words, { key, args = {} }: Told, who: (seat: number) => string): string {
  type Arg = (typeof args)[string];
  function shown(arg: Arg): string {
    if (Array.isArray(arg)) return listed(arg.map(shown));
    if (typeof arg === 'number') return number(arg);
    if (typeof arg === 'string') return arg;
    if (arg.type === 'seat') return who(arg.seat);
    return arg.type === 'cards' ? arg.cards : spoken(words, arg, who);
  }
  const filled = Object.entries(args).map(([name, arg]) => [name, shown(arg)]);
  return fill(lookUp(words, key), Object.fromEntries(filled) as Record<string, string>);
}

/** What a pile is called. */
export const placeName = (words: Words, place: string): string => lookUp(words, `pile.${place}`);
