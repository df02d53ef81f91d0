/** The texts of families that are not part of this client. They are fetched from the server once. */

import { SvelteMap } from 'svelte/reactivity';
import type { Catalogue } from '../../i18n/languages';
import type { Speech } from '../../table/familyTexts';
import { api } from '../../wire/api';

const NONE: Catalogue = {};
const catalogues = new SvelteMap<string, Catalogue>();
const requestedFamilies = new Set<string>();

/** The texts of a family as far as they have loaded. It is reactive, so readers update when more texts arrive. */
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
