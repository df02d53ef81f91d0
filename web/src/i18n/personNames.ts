/** What people and bots at a table are called. */

import { settings } from '../lib/settings.svelte';
import { bots } from './generated/about';
import { words, type Key } from './generated/common';
import { listed, t } from './index.svelte';
import { wordIn } from './languages';

interface Chair {
  readonly kind: string;
  readonly name: string;
}

const KEYS: Readonly<Record<string, Key>> = bots;

/** A player's own name; that of one of the house's bots, which the server gives in one language, as this one writes it. */
export function nameOf(name: string, isBot: boolean): string {
  const key = isBot ? KEYS[name] : undefined;
  return (key && wordIn(settings.language, words, key)) ?? name;
}

/** The same table, each seat with its name in this language; one that has been left is an empty seat. */
export const named = <At extends { readonly seats: readonly Chair[] }>(table: At): At => ({
  ...table,
  seats: table.seats.map((seat) => ({
    ...seat,
    // Who hides where they are has no name in lists.
    name:
      seat.kind === 'empty' ? t('room.seat.empty') : nameOf(seat.name, seat.kind === 'bot') || t('room.seat.someone'),
  })),
});

/** How many more may sit down. */
export const emptySeats = (table: { readonly seats: readonly Pick<Chair, 'kind'>[] }): number =>
  table.seats.filter(({ kind }) => kind === 'empty').length;

/** Whether anybody sits there who is none of the house's bots. */
export const hasPeople = (table: { readonly seats: readonly Pick<Chair, 'kind'>[] }): boolean =>
  table.seats.some(({ kind }) => kind !== 'empty' && kind !== 'bot');

/** Who sits at a table. */
export const sittersAt = (table: { readonly seats: readonly Chair[] }): string =>
  listed(
    named(table)
      .seats.filter((seat) => seat.kind !== 'empty')
      .map((seat) => seat.name),
  );
