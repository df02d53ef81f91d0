/** Why a hand or a table does not count for titles, ratings and rankings, as text. */

import { t } from '../i18n/index.svelte';
import type { LobbyTable } from '../wire/types';

export type Uncounted = NonNullable<LobbyTable['uncounted']>;

/** The reason alone, such as "private table"; the empty text if the hand counts. */
export const whyUncounted = (reason: Uncounted | undefined): string => (reason ? t(`uncounted.${reason}`) : '');
