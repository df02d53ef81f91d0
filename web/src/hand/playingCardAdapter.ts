/** The adapter for hands of playing cards: rows of cards, with one card in each slot. */

import { cardName } from '../cards/cardNames';
import type { HandAdapter } from './handAdapter';
import Face from './HandCard.svelte';
import { layoutHand } from './layout';
import { oneCardStacks } from './cardStacks';

export const PLAYING_CARD_HAND: HandAdapter = {
  Face,
  stacks: oneCardStacks,
  layout: layoutHand,
  label: ({ cards }) => cardName(cards[0]!),
};
