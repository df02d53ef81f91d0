/** The rows of the score sheet: the hands of a match. */

import type { NumberedHand, ScoreLine, Table, TranslatableText } from '../../wire/types';
import { api } from '../../wire/api';
import { teamAt } from './teams';
import type { State } from './types';

export interface Row {
  /** The number of the hand at its table, counted from 1. */
  readonly hand: number;
  readonly reason: TranslatableText;
  /** A seat of the team that holds the bank in the next hand. */
  readonly winner: number;
  readonly account: readonly ScoreLine[];
  /** The text of each line of the account. */
  readonly lines: readonly TranslatableText[];
}

type FinishedHand = Pick<NumberedHand, 'number' | 'reason' | 'outcome' | 'lines'>;

export const rowOf = ({ number, reason, outcome, lines }: FinishedHand): Row => ({
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

/** The range of the numbers of the match's finished hands. Null if the table has no hand. */
export function finishedHandsSpan(table: Table): Span | null {
  const { hand } = table;
  if (!hand) return null;
  const before = (hand.view as State).match.hand ?? 0;
  return { table: table.table.id, first: hand.number - before, last: hand.reveal ? hand.number : hand.number - 1 };
}

/** Fetches the rows of the hands in a span, in order. */
export async function fetchRows({ table, first, last }: Span): Promise<Row[]> {
  if (last < first) return [];
  const rows = (await api.handsAt(table)).map(rowOf);
  return rows.filter(({ hand }) => first <= hand && hand <= last).sort((a, b) => a.hand - b.hand);
}

export interface Cell {
  /** The team's points; null for the banker's team, whose points do not count. */
  readonly points: number | null;
  readonly level: number | null;
  readonly half: boolean;
}

/** For each team its points in a hand and the level that it plays next. */
export function cellsOf(table: Pick<Table, 'table'>, row: Row): Cell[] {
  const belongsToTeam = (team: number, { seat }: ScoreLine): boolean => seat != null && teamAt(table, seat) === team;
  return [...new Set(table.table.sides)].map((team) => {
    const lineWith = (code: string): ScoreLine | undefined =>
      row.account.find((line) => line.code === code && belongsToTeam(team, line));
    const level = lineWith('level') ?? lineWith('level_half');
    return {
      points: lineWith('points')?.value ?? null,
      level: level?.value ?? null,
      half: level?.code === 'level_half',
    };
  });
}

/** The banker's team: the only one without points. */
export const bankerTeam = (table: Pick<Table, 'table'>, row: Row): number =>
  cellsOf(table, row).findIndex(({ points }) => points === null);
