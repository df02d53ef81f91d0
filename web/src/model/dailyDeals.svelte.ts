/** The deals of today's daily sets: which deal a table plays, and how the next one is opened. */

import { go } from '../lib/router.svelte';
import { api, ApiError } from '../wire/api';
import type { DailySetView } from '../wire/types';
import { dailySetPath } from './dailyUrl';

/** A deal of a daily set. A table names it like `2026-11-25/doudizhu/3`. */
export interface DailyDeal {
  readonly day: string;
  readonly family: string;
  readonly deal: number;
}

/** The deal that a table plays; null at a table that plays no deal of a set. */
export function dailyDealOf(table: { readonly duplicate?: string }): DailyDeal | null {
  const [day = '', family = '', deal = ''] = (table.duplicate ?? '').split('/');
  return deal ? { day, family, deal: Number(deal) } : null;
}

const DONE = 'daily_done';

/** Opens the table of the player's unfinished deal, or of the next one. If no deal is left, opens the results. */
export async function openDailyDeal(day: string, family: string): Promise<void> {
  try {
    const { table } = await api.dailyTable(family);
    go(`/t/${table}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.problem.code === DONE)) throw error;
    go(dailySetPath(day, family));
  }
}

let current = $state.raw<DailySetView | null>(null);

/**
 * The set of a deal that is on a table, as it was when the deal was opened. Null if it is not loaded yet, or if its day
 * is over.
 */
export const dailySetOf = ({ day, family }: DailyDeal): DailySetView | null =>
  current?.day === day && current.family === family ? current : null;

/** Loads the set of a deal. The table works without it, so an error is not reported. */
export function loadDailySet({ family }: DailyDeal): void {
  api.daily().then(
    ({ sets }) => (current = sets.find((set) => set.family === family) ?? null),
    () => undefined,
  );
}

/** Whether a deal is the last one of its set; null if that is not known. */
export function isLastDeal(deal: DailyDeal): boolean | null {
  const set = dailySetOf(deal);
  return set && deal.deal >= set.deals;
}
