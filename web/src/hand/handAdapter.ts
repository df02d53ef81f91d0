/** What differs between the families' hands: how a card looks, which cards share a slot and where the slots are. */

import type { Component } from 'svelte';
import type { HandLayout, Screen } from './layout';
import type { HandCard } from './selection';
import type { Slot } from './slots';

export interface HandCardProps {
  readonly slot: Slot;
  /** How many cards of the slot are selected. */
  readonly taken: number;
  readonly wild: boolean;
  /** The card cannot be part of a legal action. */
  readonly off: boolean;
  /** The card matters for the current decision. */
  readonly lit: boolean;
  /** A legal action uses the card. */
  readonly used: boolean;
}

export interface HandAdapter {
  /** Draws a card of the hand, `--card-width` wide. */
  readonly Face: Component<HandCardProps>;
  readonly slots: (cards: readonly HandCard[]) => Slot[];
  /** Positions of the slots. `groups`: the group of each slot, left to right; `places`: the most slots the hand may have. */
  readonly layout: (groups: readonly number[], width: number, screen: Screen, places: number) => HandLayout;
  /** The accessible name of a slot. */
  readonly label: (slot: Slot, taken: number) => string;
  /** The player selects one card at a time and may drag cards to other groups. */
  readonly carried?: boolean;
  /** The hand is dealt card by card. */
  readonly growing?: boolean;
}
