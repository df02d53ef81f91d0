import { parseCards, RANKS } from '../../cards/card';
import { PLAYING_CARD_HAND } from '../../hand/playingCardAdapter';
import type { PuzzleParts } from '../family';
import { arrange } from './handOrder';
import type { State } from './types';

export const puzzle: PuzzleParts = {
  hand: PLAYING_CARD_HAND,
  held: (cards, state) => {
    const wild = (state as State | null)?.public.wild ?? null;
    return arrange(parseCards(cards.join('')), 'rank', wild === null ? null : (RANKS[wild] ?? null));
  },
};
