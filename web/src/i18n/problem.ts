/** Refusals by code: what and why, in the person's language. */

import { settings } from '../lib/settings.svelte';
import { words } from './generated/words';
import { fill } from './index.svelte';

/** The sentence for a code of the server or the rules; the bare code where there is none. */
export function problem(code: string, details: Record<string, string | number>): string {
  const sentence = words[settings.language][`error.${code}`];
  return sentence === undefined ? code : fill(sentence, details);
}
