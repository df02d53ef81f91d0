/** Texts that say why a hand or table does not count for titles, ratings and rankings. */

import { t } from '../i18n/index.svelte';
import type { LobbyTable } from '../wire/types';

export type Uncounted = NonNullable<LobbyTable['uncounted']>;

/** The reason alone, such as "private table"; empty if the hand counts. */
export const whyUncounted = (reason: Uncounted | undefined): string => (reason ? t(`uncounted.${reason}`) : '');
