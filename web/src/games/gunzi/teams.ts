/** The team of a seat, as the server gives it. */

import type { Table } from '../../wire/types';

export const teamAt = ({ table }: Pick<Table, 'table'>, seat: number): number => table.sides[seat] ?? 0;
