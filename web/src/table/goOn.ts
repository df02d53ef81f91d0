/** After a hand: what the large button says, and what it does. */

import { t } from '../i18n/index.svelte';
import type { Table } from '../wire/types';
import type { TableModel } from './model';

/** Null: there is nothing to go on to. */
export function goOnLabel(table: Table): string | null {
  if (table.you === null || table.table.phase === 'closed') return null;
  if (table.table.phase === 'over') return table.hosting ? t('room.rematch') : null;
  return table.seats[table.you]?.ready ? t('room.waiting') : t('over.again');
}

export function goOn(model: TableModel): void {
  const { table } = model;
  if (table?.table.phase === 'over') model.send({ t: 'rematch' });
  else if (table?.hosting) model.send({ t: 'start' });
  else model.send({ t: 'ready', on: true });
}
