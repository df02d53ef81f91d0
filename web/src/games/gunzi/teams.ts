/** Which of the three teams a seat plays for: the server tells. */

import type { Table } from '../../wire/types';

export const teamAt = ({ table }: Pick<Table, 'table'>, seat: number): number => table.sides[seat] ?? 0;
