/** The whole table after a message: one that tells the hand alone leaves all else as it was. */

import type { ServerMessage, Table, TranslatableText } from './types';

/** Null: the message tells nothing of the table. */
export function tableAfter(last: Table | null, message: ServerMessage): Table | null {
  if (message.t === 'table') return withStory(last, message);
  return message.t === 'hand' && last ? withStory(last, { ...last, ...message, t: 'table' }) : null;
}

/** The server tells what has happened before to who comes; after that only what is new. */
export function withStory(last: Table | null, table: Table): Table {
  if (table.since === null) return table;
  const before = last?.hand?.number === table.hand?.number ? (last?.story ?? []) : [];
  const news = table.happened.flatMap(({ told }) => told.filter((one): one is TranslatableText => one !== null));
  return { ...table, story: [...before, ...news] };
}
