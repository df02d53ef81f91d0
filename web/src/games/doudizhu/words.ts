/** Texts of the Dou Dizhu table. */

import { cardsShown, cardsSpoken } from '../../cards/cardNames';
import { words, type Key } from '../../i18n/generated/doudizhu';
import { translator } from '../../i18n/index.svelte';
import type { Speech } from '../../table/speech';

export const d = translator(words);

/** The text of a seat's answer, by the action's code: `no-rob`. */
export const answerText = (what: string): string => d(`action.${what.replace('-', '_')}` as Key);

export const bidText = (points: number): string => (points === 0 ? d('action.no_bid') : d('action.bid', { points }));

export const speech: Speech = {
  words,
  shown: cardsShown,
  spoken: cardsSpoken,
  moments: {
    'play.bomb': 'bomb',
    'play.bombs': 'bomb',
    'play.rocket': 'rocket',
    'play.trio_chain': 'plane',
    'play.trio_chain_singles': 'plane',
    'play.trio_chain_pairs': 'plane',
    'account.spring': 'spring',
    'account.reverse_spring': 'spring',
  },
  lastCard: true,
};
