/** Opening tables. */

import { families } from '../games';
import { go } from '../lib/router.svelte';
import { api } from '../wire/api';
import type { NewTable } from '../wire/api-types';

const LAST = 'paiju.last';

const known = families.flatMap(({ rulesets }) => rulesets);

/** The ruleset to begin with: what is wanted, else what was played last, else the first, as far as there is such a ruleset. */
export const rulesetFor = (wanted = ''): string =>
  [wanted, localStorage.getItem(LAST) ?? ''].find((ruleset) => known.includes(ruleset)) ?? known[0] ?? '';

/** `#play` asks the table's page to begin at once. */
export async function playNow(ruleset: string): Promise<void> {
  localStorage.setItem(LAST, ruleset);
  const { table } = await api.open({ ruleset, bots: '', private: true });
  go(`/t/${table}#play`);
}

export async function openTable(setup: NewTable): Promise<void> {
  localStorage.setItem(LAST, setup.ruleset);
  const { table } = await api.open(setup);
  go(`/t/${table}`);
}
