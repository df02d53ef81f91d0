/** Merges a message of the server into the table. A `hand` message replaces only the hand. */

import type { ServerMessage, Table, TranslatableText } from './types';

/** The table after a message; null if the message is not about the table. */
export function tableAfter(last: Table | null, message: ServerMessage): Table | null {
  if (message.t === 'table') return withLog(last, message);
  return message.t === 'hand' && last ? withLog(last, { ...last, ...message, t: 'table' }) : null;
}

/**
 * The table with the log of the hand so far. The server sends the whole log to a client that joins, and after that only
 * what is new.
 */
export function withLog(last: Table | null, table: Table): Table {
  if (table.since === null) return table;
  const before = last?.hand?.number === table.hand?.number ? (last?.log ?? []) : [];
  const news = table.steps.flatMap(({ messages }) => messages.filter((one): one is TranslatableText => one !== null));
  return { ...table, log: [...before, ...news] };
}
