import { oneCardStacks } from '../../hand/cardStacks';
import type { PuzzleParts } from '../family';
import { cardName } from './cardNames';
import { kindOf } from './cards';
import HandCard from './HandCard.svelte';
import { layoutColumns } from './handLayout';
import { groupHand } from './handOrder';
import PuzzleFacts from './PuzzleFacts.svelte';
import PuzzleSeatCards from './PuzzleSeatCards.svelte';

/** The number of cards of each kind. */
const countsOf = (kinds: readonly number[]): number[] =>
  Array.from({ length: 20 }, (_, kind) => kinds.filter((one) => one === kind).length);

export const puzzle: PuzzleParts = {
  hand: {
    Face: HandCard,
    stacks: oneCardStacks,
    layout: layoutColumns,
    label: (stack) => cardName(kindOf(stack)),
    carried: true,
  },
  held: (cards) => groupHand(countsOf(cards.map((text) => kindOf({ text }))), null),
  Facts: PuzzleFacts,
  SeatCards: PuzzleSeatCards,
};
