/** What the Gunzi table says, in the words of the catalogue. */

import { words } from '../../i18n/generated/gunzi';
import { sayer, type Values } from '../../i18n/index.svelte';
import { word } from '../../i18n/words';

export const g = sayer(words);

/** The words for a code of this game; the code itself where it has none. */
export const told = (table: string, code: string, values: Values = {}): string =>
  word(table, code, values, words) ?? code;
