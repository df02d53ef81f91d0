/** Opening tables. */

import { go } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { api } from '../wire/api';
import { handConflict } from './handConflict.svelte';
import type { MyTable, NewTable, RulesetInfo } from '../wire/types';

const LAST = 'paiju.last';

/** The ruleset to begin with: what is wanted, else what was played last, else the first, as far as it is on offer. */
export const rulesetFor = (offered: readonly RulesetInfo[], wanted = ''): RulesetInfo | undefined =>
  [wanted, localStorage.getItem(LAST)].map((id) => offered.find((one) => one.id === id)).find((one) => one) ??
  offered[0];

/** The level chosen on this device; where the ruleset has none such, the strongest that it has of those below. */
export function levelFor({ levels }: Pick<RulesetInfo, 'levels'>): string {
  const names = Object.keys(levels);
  return names.includes(settings.level) ? settings.level : (names.at(-1) ?? '');
}

/** The hand that one is in; of several one that waits for oneself. */
export function handIn(tables: readonly MyTable[]): MyTable | null {
  const playing = tables.filter(({ phase }) => phase === 'playing');
  return playing.find(({ asked }) => asked) ?? playing[0] ?? null;
}

/** Opens a table with bots. `#play` asks the table's page to begin at once. */
export async function begin(ruleset: string): Promise<void> {
  localStorage.setItem(LAST, ruleset);
  const info = (await api.rulesets()).find(({ id }) => id === ruleset);
  const { table } = await api.open({ ruleset, bots: info ? levelFor(info) : '', private: true });
  go(`/t/${table}#play`);
}

/** The same for who is in no hand; who is in one is asked whether that is what they are looking for. */
export async function playNow(ruleset: string): Promise<void> {
  const hand = handIn(await api.myTables());
  if (hand) handConflict.set({ ruleset, hand });
  else await begin(ruleset);
}

export async function openTable(setup: NewTable): Promise<void> {
  if (setup.ruleset) localStorage.setItem(LAST, setup.ruleset);
  const { table } = await api.open(setup);
  go(`/t/${table}`);
}
