/** Words: the client's own by key, the games' words from the server's catalogues by code. */

import { settings, type Language } from '../lib/settings.svelte';
import { en } from './en';
import type { Key } from './keys';
import { zh } from './zh';

export type { Key } from './keys';

type Values = Record<string, string | number>;

const CATALOGUES: Record<Language, Record<Key, string>> = { zh, en };

export const fill = (sentence: string, values: Values): string =>
  sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));

export const t = (key: Key, values: Values = {}): string => fill(CATALOGUES[settings.language][key], values);

export const isKey = (key: string): key is Key => key in zh;

/** A title or a sentence by language: in the reader's, else in English, else in any. */
export const titled = (title: Readonly<Record<string, string>>): string =>
  title[settings.language] ?? title.en ?? Object.values(title)[0] ?? '';

/** Names one after another. */
export const listed = (names: readonly string[]): string => names.join(settings.language === 'zh' ? '、' : ', ');

/** Made once: to make one takes longer than all else that a plate shows. */
const NUMBERS: Record<Language, Intl.NumberFormat> = {
  zh: new Intl.NumberFormat('zh-CN'),
  en: new Intl.NumberFormat('en-GB'),
};

export const number = (value: number): string => NUMBERS[settings.language].format(value).replace('-', '−');

/** A gain with its sign. */
export const gain = (value: number): string => (value > 0 ? `+${number(value)}` : number(value));

export function ago(then: number, now = Date.now()): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return t('time.now');
  if (minutes < 60) return t('time.minutes', { n: minutes });
  if (minutes < 24 * 60) return t('time.hours', { n: Math.floor(minutes / 60) });
  return t('time.days', { n: Math.floor(minutes / 1440) });
}
