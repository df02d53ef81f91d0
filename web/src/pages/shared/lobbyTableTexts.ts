/** The texts about a table in lists of tables. */

import { t } from '../../i18n/index.svelte';
import { emptySeats } from '../../i18n/personNames';
import type { LobbyTable } from '../../wire/types';

type Phase = Pick<LobbyTable, 'phase' | 'played'>;
type Seats = Parameters<typeof emptySeats>[0];

/** The number of the hand that is being played, or that the table is waiting. */
export const phaseText = ({ phase, played }: Phase): string =>
  phase === 'playing' ? t('watch.playing', { n: played + 1 }) : t('watch.waiting');

/** The number of free seats; if no seat is free, the phase of the table. */
export const statusText = (table: Phase & Seats): string =>
  emptySeats(table) > 0 ? t('watch.free', { n: emptySeats(table) }) : phaseText(table);

/** The label of the link to a table: to sit down if a seat is free, and otherwise to watch. */
export const visitLabel = (table: Seats): string => t(emptySeats(table) > 0 ? 'friends.join' : 'friends.watch');

/** How the avatar of a seat is drawn. */
export const avatarKind = (kind: string): 'empty' | 'bot' | 'player' =>
  kind === 'empty' || kind === 'bot' ? kind : 'player';
