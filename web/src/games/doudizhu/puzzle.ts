import { parseCards } from '../../cards/card';
import { PLAYING_CARD_HAND } from '../../hand/playingCardAdapter';
import type { PuzzleParts } from '../family';
import { arrange, wildRanks } from './handOrder';
import type { State } from './types';

export const puzzle: PuzzleParts = {
  hand: PLAYING_CARD_HAND,
  held: (cards, state) => arrange(parseCards(cards.join('')), 'rank', wildRanks(state as State | null)),
};
