/** What plays are called where their verb stands elsewhere: on the cards, in a list, in a sentence about who plays. */

import type { TranslatableText } from '../wire/types';

/** A play without its verb; the label of any other action as it is. */
export function playWithoutVerb(label: TranslatableText): TranslatableText {
  const play = label.args?.['play'];
  return typeof play === 'object' && 'key' in play ? play : label;
}
