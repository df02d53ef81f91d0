/** The adapter for hands of playing cards: rows of cards, with one card in each slot. */

import { cardName } from '../cards/cardNames';
import type { HandAdapter } from './handAdapter';
import Face from './HandCard.svelte';
import { layoutHand } from './layout';
import { onePerSlot } from './slots';

export const PLAYING_CARD_HAND: HandAdapter = {
  Face,
  slots: onePerSlot,
  layout: layoutHand,
  label: ({ cards }) => cardName(cards[0]!),
};
