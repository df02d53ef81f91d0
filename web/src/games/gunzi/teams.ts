/** The number of a seat's team, as the server gives it. */

import type { Table } from '../../wire/types';

export const teamAt = ({ table }: Pick<Table, 'table'>, seat: number): number => table.sides[seat] ?? 0;
