/** What lists of tables say about one of them. */

import { t } from '../../i18n/index.svelte';
import { emptySeats } from '../../i18n/personNames';
import type { LobbyTable } from '../../wire/types';

type Phase = Pick<LobbyTable, 'phase' | 'played'>;
type Seats = Parameters<typeof emptySeats>[0];

/** The number of the hand that is played, or that the table waits. */
export const phaseText = ({ phase, played }: Phase): string =>
  phase === 'playing' ? t('watch.playing', { n: played + 1 }) : t('watch.waiting');

/** How many seats are free; if none is, its phase. */
export const statusText = (table: Phase & Seats): string =>
  emptySeats(table) > 0 ? t('watch.free', { n: emptySeats(table) }) : phaseText(table);

/** The label of the link to a table: to sit down if a seat is free, else to watch. */
export const visitLabel = (table: Seats): string => t(emptySeats(table) > 0 ? 'friends.join' : 'friends.watch');

/** How a seat's avatar is drawn. */
export const avatarKind = (kind: string): 'empty' | 'bot' | 'player' =>
  kind === 'empty' || kind === 'bot' ? kind : 'player';
