/** Names of the people and bots at a table. */

import { bots } from './generated/about';
import { joinList, t } from './index.svelte';
import { findText } from './serverMessages';

interface Chair {
  readonly kind: string;
  readonly name: string;
}

const KEYS: Readonly<Record<string, string>> = bots;

/**
 * A player's name. The server names house bots in one language; this returns the bot's name in the reader's language.
 */
export function nameOf(name: string, isBot: boolean): string {
  const key = isBot ? KEYS[name] : undefined;
  return (key && findText(key)) ?? name;
}

/** The table with each seat's name in the reader's language; an abandoned seat is shown as empty. */
export const withLocalNames = <At extends { readonly seats: readonly Chair[] }>(table: At): At => ({
  ...table,
  seats: table.seats.map((seat) => ({
    ...seat,
    // A player who hides their presence has no name in lists.
    name:
      seat.kind === 'empty' ? t('room.seat.empty') : nameOf(seat.name, seat.kind === 'bot') || t('room.seat.someone'),
  })),
});

/** How many seats are free. */
export const emptySeats = (table: { readonly seats: readonly Pick<Chair, 'kind'>[] }): number =>
  table.seats.filter(({ kind }) => kind === 'empty').length;

/** Whether anybody other than house bots sits there. */
export const hasPeople = (table: { readonly seats: readonly Pick<Chair, 'kind'>[] }): boolean =>
  table.seats.some(({ kind }) => kind !== 'empty' && kind !== 'bot');

/** The names of those who sit at a table. */
export const sittersAt = (table: { readonly seats: readonly Chair[] }): string =>
  joinList(
    withLocalNames(table)
      .seats.filter((seat) => seat.kind !== 'empty')
      .map((seat) => seat.name),
  );
