/** Names of days that are given as ISO dates. */

import { date } from '../i18n/index.svelte';
import { languageInfo } from '../i18n/languages';
import { settings } from './settings.svelte';

/** Noon where the reader is: the day is the same in every time zone. */
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00`);

export const dayName = (day: string): string => date(noonOf(day));

/** The day of the week, in one letter or as a word. */
export const weekdayName = (day: string, weekday: 'narrow' | 'long' = 'narrow'): string =>
  new Intl.DateTimeFormat(languageInfo(settings.language).tag, { weekday }).format(noonOf(day));
