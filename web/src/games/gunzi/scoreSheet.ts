/** The hands of a match for the score sheet, as the server tells them. */

import type { NumberedHand, ScoreLine, Table, TranslatableText } from '../../wire/types';
import { api } from '../../wire/api';
import { teamAt } from './teams';
import type { State } from './types';

export interface Row {
  /** Counts the table's hands, from 1. */
  readonly hand: number;
  readonly reason: TranslatableText;
  /** One of those who have the bank then. */
  readonly winner: number;
  readonly account: readonly ScoreLine[];
  /** What each line of the account is called. */
  readonly lines: readonly TranslatableText[];
}

type Told = Pick<NumberedHand, 'number' | 'reason' | 'outcome' | 'lines'>;

export const rowOf = ({ number, reason, outcome, lines }: Told): Row => ({
  hand: number,
  reason,
  winner: outcome.winners[0] ?? 0,
  account: outcome.account ?? [],
  lines,
});

export interface Span {
  readonly table: string;
  readonly first: number;
  readonly last: number;
}

/** The hands of the match that are over by what is shown: a replay shows none that came later. */
export function spanOf(table: Table): Span | null {
  const { hand } = table;
  if (!hand) return null;
  const before = (hand.view as State).match.hand ?? 0;
  return { table: table.table.id, first: hand.number - before, last: hand.reveal ? hand.number : hand.number - 1 };
}

/** The rows of these hands, in order. */
export async function rowsOf({ table, first, last }: Span): Promise<Row[]> {
  if (last < first) return [];
  const rows = (await api.handsAt(table)).map(rowOf);
  return rows.filter(({ hand }) => first <= hand && hand <= last).sort((a, b) => a.hand - b.hand);
}

export interface Cell {
  /** null: the banker's team, whose points do not matter. */
  readonly points: number | null;
  readonly level: number | null;
  readonly half: boolean;
}

/** What a hand brought each team: points, then the level it plays next. */
export function cellsOf(table: Pick<Table, 'table'>, row: Row): Cell[] {
  const isOf = (team: number, { seat }: ScoreLine): boolean => seat != null && teamAt(table, seat) === team;
  return [...new Set(table.table.sides)].map((team) => {
    const of = (code: string): ScoreLine | undefined =>
      row.account.find((line) => line.code === code && isOf(team, line));
    const level = of('level') ?? of('level_half');
    return {
      points: of('points')?.value ?? null,
      level: level?.value ?? null,
      half: level?.code === 'level_half',
    };
  });
}

/** The team that had the bank: the one whose points are not told. */
export const bankOf = (table: Pick<Table, 'table'>, row: Row): number =>
  cellsOf(table, row).findIndex(({ points }) => points === null);
