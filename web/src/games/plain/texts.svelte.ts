/** Texts of families that are not part of this client, fetched from the server once. */

import { SvelteMap } from 'svelte/reactivity';
import type { Catalogue } from '../../i18n/languages';
import type { Speech } from '../../table/familyTexts';
import { api } from '../../wire/api';

const NONE: Catalogue = {};
const catalogues = new SvelteMap<string, Catalogue>();
const requestedFamilies = new Set<string>();

/** The texts loaded so far; reactive, so it updates when the rest arrives. */
export function wordsOf(family: string): Catalogue {
  if (!requestedFamilies.has(family)) {
    requestedFamilies.add(family);
    api.words(family).then(
      (words) => catalogues.set(family, words),
      () => requestedFamilies.delete(family),
    );
  }
  return catalogues.get(family) ?? NONE;
}

export const speechOf = (family: string): Speech => ({
  get words() {
    return wordsOf(family);
  },
});
