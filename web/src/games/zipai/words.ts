/** What the Zi Pai table says, in the words of the catalogue. */

import { words } from '../../i18n/generated/zipai';
import { sayer } from '../../i18n/index.svelte';

export const z = sayer(words);
