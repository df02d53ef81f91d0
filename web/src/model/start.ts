/** Opening tables. */

import { go } from '../lib/router.svelte';
import { api } from '../wire/api';
import type { NewTable } from '../wire/api-types';

const LAST = 'paiju.last';

export const lastRuleset = (fallback: string): string => localStorage.getItem(LAST) ?? fallback;

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
