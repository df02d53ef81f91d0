/** Names of the people and bots at a table. */

import { bots } from './generated/about';
import { joinList, t } from './index.svelte';
import { findText } from './serverMessages';

interface Chair {
  readonly kind: string;
  readonly name: string;
}

const KEYS: Readonly<Record<string, string>> = bots;

/** A player's name in the reader's language. The server names house bots in one language only. */
export function nameOf(name: string, isBot: boolean): string {
  const key = isBot ? KEYS[name] : undefined;
  return (key && findText(key)) ?? name;
}

/** The table with each seat's name in the reader's language. The name of a free seat is the text for an empty seat. */
export const withLocalNames = <At extends { readonly seats: readonly Chair[] }>(table: At): At => ({
  ...table,
  seats: table.seats.map((seat) => ({
    ...seat,
    // A player who hides their presence has no name in lists.
    name:
      seat.kind === 'empty' ? t('room.seat.empty') : nameOf(seat.name, seat.kind === 'bot') || t('room.seat.someone'),
  })),
});

/** The number of free seats. */
export const emptySeats = (table: { readonly seats: readonly Pick<Chair, 'kind'>[] }): number =>
  table.seats.filter(({ kind }) => kind === 'empty').length;

/** Whether anybody except house bots sits at the table. */
export const hasPeople = (table: { readonly seats: readonly Pick<Chair, 'kind'>[] }): boolean =>
  table.seats.some(({ kind }) => kind !== 'empty' && kind !== 'bot');

/** The names of all who sit at a table. */
export const sittersAt = (table: { readonly seats: readonly Chair[] }): string =>
  joinList(
    withLocalNames(table)
      .seats.filter((seat) => seat.kind !== 'empty')
      .map((seat) => seat.name),
  );
