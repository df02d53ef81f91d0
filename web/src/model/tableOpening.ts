/** Opens tables. */

import { go } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { api } from '../wire/api';
import { handConflict } from './handConflict.svelte';
import type { MyTable, NewTable, RulesetInfo } from '../wire/types';

const LAST = 'paiju.last';

/** The ruleset to preselect: `wanted`, else the last one played, else the first one offered. */
export const rulesetFor = (offered: readonly RulesetInfo[], wanted = ''): RulesetInfo | undefined =>
  [wanted, localStorage.getItem(LAST)].map((id) => offered.find((one) => one.id === id)).find((one) => one) ??
  offered[0];

/** The bot level set on this device; if the ruleset lacks it, the strongest level the ruleset has. */
export function levelFor({ levels }: Pick<RulesetInfo, 'levels'>): string {
  const names = Object.keys(levels);
  return names.includes(settings.level) ? settings.level : (names.at(-1) ?? '');
}

/** The level of a bot: of a house player what stands behind the `@`, of an older bot its name. */
export const levelName = (bot: string): string => bot.slice(bot.indexOf('@') + 1);

/** Tables of daily deals have no clock, and the page of their set leads to them. */
export const isDailyTable = ({ uncounted }: MyTable): boolean => uncounted === 'duplicate';

/** The player's running hand; of several, one that waits for them. */
export function handIn(tables: readonly MyTable[]): MyTable | null {
  const playing = tables.filter((table) => table.phase === 'playing' && !isDailyTable(table));
  return playing.find(({ asked }) => asked) ?? playing[0] ?? null;
}

/** Opens a table with bots. `#play` asks the table's page to begin at once. */
export async function openBotTable(ruleset: string): Promise<void> {
  localStorage.setItem(LAST, ruleset);
  const info = (await api.rulesets()).find(({ id }) => id === ruleset);
  const { table } = await api.open({ ruleset, bots: info ? levelFor(info) : '', private: true });
  go(`/t/${table}#play`);
}

/** Opens a table with bots, but asks first if the player is already in a hand. */
export async function playNow(ruleset: string): Promise<void> {
  const hand = handIn(await api.myTables());
  if (hand) handConflict.set({ ruleset, hand });
  else await openBotTable(ruleset);
}

export async function openTable(setup: NewTable): Promise<void> {
  if (setup.ruleset) localStorage.setItem(LAST, setup.ruleset);
  const { table } = await api.open(setup);
  go(`/t/${table}`);
}
