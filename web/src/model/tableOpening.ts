/** Opens tables with bots, with a ruleset and a level that suit the player. */

import { go } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import { api } from '../wire/api';
import { runningHandQuestion } from './runningHandQuestion.svelte';
import type { MyTable, NewTable, RulesetInfo } from '../wire/types';

const LAST = 'paiju.last';

/** The ruleset to preselect: `wanted`, or else the one played last, or else the first one offered. */
export const rulesetFor = (offered: readonly RulesetInfo[], wanted = ''): RulesetInfo | undefined =>
  [wanted, localStorage.getItem(LAST)].map((id) => offered.find((one) => one.id === id)).find((one) => one) ??
  offered[0];

/** The level of bots that is set on this device or, if the ruleset does not have that level, its strongest one. */
export function levelFor({ levels }: Pick<RulesetInfo, 'levels'>): string {
  const names = Object.keys(levels);
  return names.includes(settings.level) ? settings.level : (names.at(-1) ?? '');
}

/**
 * The level of a bot. For a house player it is the part after the `@`; for a bot of an old record it is the bot's name.
 */
export const levelName = (bot: string): string => bot.slice(bot.indexOf('@') + 1);

/** Whether the table plays a deal of a daily set. Such a table has no clock, and the page of the set leads to it. */
export const isDailyTable = ({ uncounted }: MyTable): boolean => uncounted === 'duplicate';

/** The player's running hand. If there are several, one that waits for the player. */
export function runningHandIn(tables: readonly MyTable[]): MyTable | null {
  const playing = tables.filter((table) => table.phase === 'playing' && !isDailyTable(table));
  return playing.find(({ asked }) => asked) ?? playing[0] ?? null;
}

/** Opens a table with bots. The `#play` in its address tells the page of the table to begin immediately. */
export async function openBotTable(ruleset: string): Promise<void> {
  localStorage.setItem(LAST, ruleset);
  const info = (await api.rulesets()).find(({ id }) => id === ruleset);
  const { table } = await api.open({ ruleset, bots: info ? levelFor(info) : '', private: true });
  go(`/t/${table}#play`);
}

/** Opens a table with bots. If the player is already in a hand, asks first. */
export async function playNow(ruleset: string): Promise<void> {
  const hand = runningHandIn(await api.myTables());
  if (hand) runningHandQuestion.set({ ruleset, hand });
  else await openBotTable(ruleset);
}

export async function openTable(setup: NewTable): Promise<void> {
  if (setup.ruleset) localStorage.setItem(LAST, setup.ruleset);
  const { table } = await api.open(setup);
  go(`/t/${table}`);
}
