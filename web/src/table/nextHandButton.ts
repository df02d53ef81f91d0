/** The large button after a hand: its label and what it does. */

import { t } from '../i18n/index.svelte';
import { dailyDealOf, isLastDeal } from '../model/dailyDeals.svelte';
import type { SeatInfo, Table } from '../wire/types';
import type { TableModel } from './tableModel';
import { renderText } from './tableMessageTexts';
import type { Speech } from './familyTexts';

/** The label of the button; null if there is nothing to continue with. */
export function nextHandLabel(table: Table): string | null {
  const deal = dailyDealOf(table.table);
  if (deal) return t(isLastDeal(deal) ? 'daily.results' : 'daily.next');
  if (table.you === null || table.table.phase === 'closed') return null;
  if (table.table.phase === 'over') return table.is_host ? t(rematchKey(table)) : null;
  const ready = table.seats[table.you]?.ready;
  const n = seatsWantingAnother(table).length;
  const of = table.seats.filter(isPerson).length;
  if (n === 0 || of < 2) return ready ? t('room.waiting') : t('over.again');
  return ready ? t('room.waiting.of', { n, of }) : t('over.again.of', { n, of });
}

/** The key of the label for another hand. A practice hand begins again from its position. */
const rematchKey = ({ hand }: Table): 'practice.deal' | 'practice.position' | 'room.rematch' =>
  !hand?.practice ? 'room.rematch' : hand.practice.moves === 0 ? 'practice.deal' : 'practice.position';

const isPerson = ({ kind }: SeatInfo): boolean => kind === 'player';

/** The seats of the people who want another hand. (Bots always want one.) */
export const seatsWantingAnother = (table: Table): number[] =>
  table.seats.filter((seat) => isPerson(seat) && seat.ready).map(({ seat }) => seat);

/** The people for whom the next hand waits. Those in `away` have lost their connection. */
export const awaitedPeople = (
  table: Table,
): { readonly here: readonly SeatInfo[]; readonly away: readonly SeatInfo[] } => {
  const others = table.seats.filter((seat) => isPerson(seat) && !seat.ready && seat.seat !== table.you);
  return { here: others.filter(({ connected }) => connected), away: others.filter(({ connected }) => !connected) };
};

/** Gives the seats of the people who are away to bots, and starts the next hand. Only the host may do this. */
export function startWithout(model: TableModel, away: readonly SeatInfo[]): void {
  for (const { seat } of away) model.send({ t: 'remove', seat });
  model.send({ t: 'start' });
}

/** Asks for the next hand. `predeal` is a declaration that the player makes before the hand is dealt. */
export function startNextHand(model: TableModel, predeal?: unknown): void {
  const { table } = model;
  if (table?.table.duplicate) model.openNextDeal?.();
  else if (table?.table.phase === 'over') model.send({ t: 'rematch' });
  else if (table?.is_host) model.send({ t: 'start', predeal });
  else model.send({ t: 'ready', on: true, predeal });
}

/**
 * The declarations that a player may make before the next deal, such as playing with an open hand (明牌开始). They are
 * never the large button.
 */
export function predealActions(table: Table, speech: Speech): { label: string; action: unknown }[] {
  const me = table.you === null ? null : table.seats[table.you];
  if (!me || me.ready || table.table.phase !== 'waiting') return [];
  return (table.next?.predeal ?? []).map(({ label, action }) => ({
    label: t('room.early', { what: renderText(table, speech, label) }),
    action,
  }));
}
