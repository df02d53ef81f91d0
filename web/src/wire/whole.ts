/** The whole table after a message: one that tells the hand alone leaves all else as it was. */

import type { ServerMessage, Table } from './types';

/** Null: the message tells nothing of the table. */
export function tableAfter(last: Table | null, message: ServerMessage): Table | null {
  if (message.t === 'table') return message;
  return message.t === 'hand' && last ? { ...last, ...message, t: 'table' } : null;
}
