/** Texts of the daily pages for days, shares, roles and house players. */

import { familyOf } from '../../games';
import { isKey, number, t } from '../../i18n/index.svelte';
import { languageInfo } from '../../i18n/languages';
import { nameOf } from '../../i18n/personNames';
import { capital, findText } from '../../i18n/serverMessages';
import { settings } from '../../lib/settings.svelte';
import { levelName } from '../../model/tableOpening';
import type { RankingRow } from '../../wire/types';

/** A share from 0 to 1 in whole percent. */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** A share with half of its 95 % interval, if that is known. */
export const percentWithDoubt = (share: number, doubt: number | null): string =>
  doubt === null ? percent(share) : t('daily.doubt', { share: percent(share), doubt: Math.round(doubt * 100) });

const languageTag = (): string => languageInfo(settings.language).tag;

/** When the next deals are available: today or tomorrow, with the time in the reader's time zone. */
export function nextDealsText(closes: number, now: number): string {
  const time = new Intl.DateTimeFormat(languageTag(), { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }).format(
    closes,
  );
  const isToday = new Date(closes).toDateString() === new Date(now).toDateString();
  return t(isToday ? 'daily.change.today' : 'daily.change.tomorrow', { time });
}

/** Texts that have variants in which certain numbers of deals are written as words (八局, both). */
const COUNTED = {
  'daily.today': (deals: number) => `daily.today.${deals}`,
  'daily.length': (deals: number) => `daily.length.${deals}`,
  'daily.total': (deals: number) => `daily.total.${deals}`,
  'daily.review': (deals: number) => `daily.review.${deals}`,
} as const;

/** The variant of a text for a number of deals; if there is none, the text itself with the number. */
export function countedText(key: keyof typeof COUNTED, deals: number): string {
  const own = COUNTED[key](deals);
  return isKey(own) ? t(own) : t(key, { n: number(deals) });
}

export const peopleText = (n: number): string =>
  n === 1 ? t('daily.people_one') : t('daily.people', { n: number(n) });

/** The name of a seat's role in a game; empty if the game has no roles. */
export const roleName = (family: string, role: string): string =>
  role ? capital(findText(`role.${role}`, familyOf(family).speech.words) ?? role) : '';

/** The level of a bot such as `suan@skilled`, as a word. */
export const levelText = (bot: string): string => {
  const key = `level.${levelName(bot)}`;
  return isKey(key) ? t(key) : levelName(bot);
};

/** The name of a house player and the number of its run, for one that has played a set more than once: 梅姨, and 梅姨 2. */
export function housePlayerName(name: string): { readonly name: string; readonly run: string } {
  const [, own = name, run = ''] = /^(.*?)( \d+)?$/.exec(name) ?? [];
  return { name: nameOf(own, true), run };
}

/** The name of the player of a row. A player who has left the room has no name. */
export function rowName(row: Pick<RankingRow, 'name' | 'house' | 'you'>): string {
  if (row.you) return t('table.you');
  if (!row.house) return row.name || t('room.seat.someone');
  const { name, run } = housePlayerName(row.name);
  return name + run;
}
