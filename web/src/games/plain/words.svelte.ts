/** Texts of families that are not part of this client, fetched from the server once. */

import { SvelteMap } from 'svelte/reactivity';
import type { Catalogue } from '../../i18n/languages';
import type { Speech } from '../../table/speech';
import { api } from '../../wire/api';

const NONE: Catalogue = {};
const known = new SvelteMap<string, Catalogue>();
const asked = new Set<string>();

/** The texts loaded so far; reactive, so it updates when the rest arrives. */
export function wordsOf(family: string): Catalogue {
  if (!asked.has(family)) {
    asked.add(family);
    api.words(family).then(
      (words) => known.set(family, words),
      () => asked.delete(family),
    );
  }
  return known.get(family) ?? NONE;
}

export const speechOf = (family: string): Speech => ({
  get words() {
    return wordsOf(family);
  },
});
