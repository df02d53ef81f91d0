/** The hands of a match as this browser has seen them end, for the score sheet. */

import type { Line, Table } from '../../wire/types';
import { teamOf, TEAMS } from './teams';
import type { State } from './types';

export interface Row {
  readonly hand: number;
  readonly banker: number;
  readonly reason: string;
  readonly winner: number;
  readonly account: readonly Line[];
}

const keyOf = (table: string): string => `paiju.gunzi.${table}`;

/** The end of a hand as a row; null while it is played. */
export function rowOf(table: Table): Row | null {
  const { hand } = table;
  if (!hand?.reveal) return null;
  const { outcome, state } = hand.reveal;
  return {
    hand: hand.number,
    banker: (state as State).banker ?? 0,
    reason: outcome.reason,
    winner: teamOf(outcome.winners[0] ?? 0),
    account: outcome.account ?? [],
  };
}

export const withRow = (rows: readonly Row[], row: Row | null): Row[] =>
  row ? [...rows.filter(({ hand }) => hand !== row.hand), row].sort((a, b) => a.hand - b.hand) : [...rows];

/** All rows, the one of this table's hand with them; kept until the browser's tab is closed. */
export function rowsOf(table: Table): Row[] {
  const key = keyOf(table.table.id);
  let kept: Row[] = [];
  try {
    kept = JSON.parse(sessionStorage.getItem(key) ?? '[]') as Row[];
  } catch {
    kept = [];
  }
  const rows = withRow(kept, rowOf(table));
  if (rows.length !== kept.length) sessionStorage.setItem(key, JSON.stringify(rows));
  return rows;
}

export interface Cell {
  /** null: the banker's team, whose points do not matter. */
  readonly points: number | null;
  readonly level: number | null;
  readonly half: boolean;
  readonly halves: number;
}

/** What a hand brought each team: points, then the level it plays next; what it rose, in half levels. */
export function cellsOf(row: Row): Cell[] {
  return Array.from({ length: TEAMS }, (_, team) => {
    const of = (code: string): Line | undefined =>
      row.account.find((line) => line.code === code && line.seat != null && teamOf(line.seat) === team);
    const level = of('level') ?? of('level_half');
    return {
      points: of('points')?.value ?? null,
      level: level?.value ?? null,
      half: level?.code === 'level_half',
      halves: row.account
        .filter((line) => line.how === 'plus' && line.seat != null && teamOf(line.seat) === team)
        .reduce((sum, line) => sum + line.value, 0),
    };
  });
}
