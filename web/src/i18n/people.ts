/** What people and bots at a table are called. */

import { settings } from '../lib/settings.svelte';
import { words } from './generated/common';
import { t } from './index.svelte';

interface Chair {
  readonly kind: string;
  readonly name: string;
}

const KEYS: ReadonlyMap<string, string> = new Map(
  Object.entries(words.zh).flatMap(([key, name]) => (key.startsWith('bot.') ? [[name, key]] : [])),
);

/** A player's own name; that of one of the house's bots, which the server gives in Chinese, as this language writes it. */
export const nameOf = (name: string, isBot: boolean): string =>
  (isBot && words[settings.language][KEYS.get(name) ?? '']) || name;

/** The same table, each seat with its name in this language; one that has been left is an empty seat. */
export const named = <At extends { readonly seats: readonly Chair[] }>(table: At): At => ({
  ...table,
  seats: table.seats.map((seat) => ({
    ...seat,
    name: seat.kind === 'empty' ? t('room.seat.empty') : nameOf(seat.name, seat.kind === 'bot'),
  })),
});
