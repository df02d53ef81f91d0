import { parseCards } from '../../cards/card';
import { PLAYING_CARD_HAND } from '../../hand/playingCardAdapter';
import type { PuzzleParts } from '../family';
import PuzzleFacts from './PuzzleFacts.svelte';

export const puzzle: PuzzleParts = {
  hand: PLAYING_CARD_HAND,
  held: (cards) => parseCards(cards.join('')),
  Facts: PuzzleFacts,
};
