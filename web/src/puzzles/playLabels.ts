/** Labels of plays for places where the verb is left out: on the cards, in a list, or in a sentence about who plays. */

import type { TranslatableText } from '../wire/types';

/** The label of a play without its verb; any other label is returned unchanged. */
export function playWithoutVerb(label: TranslatableText): TranslatableText {
  const play = label.args?.['play'];
  return typeof play === 'object' && 'key' in play ? play : label;
}
