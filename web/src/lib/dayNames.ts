/** Names of days that are given as ISO dates. */

import { shortDate } from '../i18n/index.svelte';
import { languageInfo } from '../i18n/languages';
import { settings } from './settings.svelte';

/** Noon of a day in the reader's time zone, in ms. A date at noon formats as the same day. */
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00`);

export const dayName = (day: string): string => shortDate(noonOf(day));

/** The name of the day of the week, as one letter or as a word. */
export const weekdayName = (day: string, weekday: 'narrow' | 'long' = 'narrow'): string =>
  new Intl.DateTimeFormat(languageInfo(settings.language).tag, { weekday }).format(noonOf(day));
