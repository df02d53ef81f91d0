/** What differs between the hands of games: how cards look, what lies on one another, where it all lies. */

import type { Component } from 'svelte';
import { cardName } from '../cards/cardNames';
import Face from './HandCard.svelte';
import { layoutHand, type HandLayout, type Screen } from './layout';
import type { HandCard } from './selection';
import { single, type Slot } from './slots';

export interface FaceProps {
  readonly slot: Slot;
  /** How many of its cards are chosen. */
  readonly taken: number;
  readonly wild: boolean;
  /** It cannot be part of an answer. */
  readonly off: boolean;
  /** It matters now. */
  readonly lit: boolean;
  /** An answer takes it. */
  readonly used: boolean;
}

export interface HandKind {
  /** A card of the hand, `--card-width` wide. */
  readonly Face: Component<FaceProps>;
  readonly slots: (cards: readonly HandCard[]) => Slot[];
  /** Where they lie. `groups`: the group of each place, left to right; `places`: how many it may come to. */
  readonly layout: (groups: readonly number[], width: number, screen: Screen, places: number) => HandLayout;
  /** What a place is called. */
  readonly label: (slot: Slot, taken: number) => string;
  /** One card is chosen at a time, and the player puts each where he likes. */
  readonly carried?: boolean;
  /** It is dealt card by card. */
  readonly growing?: boolean;
}

/** Playing cards in rows, each in a place of its own. */
export const PLAIN: HandKind = {
  Face,
  slots: single,
  layout: layoutHand,
  label: ({ cards }) => cardName(cards[0]!),
};
