/**
 * What differs between the hands of the families: how a card looks, which cards form a stack, and where the slots of the stacks are.
 */

import type { Component } from 'svelte';
import type { HandLayout, Screen } from './layout';
import type { HandCard } from './selection';
import type { CardStack } from './cardStacks';

export interface HandCardProps {
  readonly stack: CardStack;
  /** How many cards of the stack are selected. */
  readonly taken: number;
  readonly wild: boolean;
  /** Whether the card cannot be part of a legal action. */
  readonly off: boolean;
  /** Whether the current decision is about the card. */
  readonly lit: boolean;
  /** Whether a legal action uses the card. */
  readonly used: boolean;
}

export interface HandAdapter {
  /** Draws a card of the hand. `--card-width` is its width. */
  readonly Face: Component<HandCardProps>;
  readonly stacks: (cards: readonly HandCard[]) => CardStack[];
  /**
   * Returns the positions of the slots. `groups` has the group of each slot from left to right, and `places` is the
   * maximum number of slots of the hand.
   */
  readonly layout: (groups: readonly number[], width: number, screen: Screen, places: number) => HandLayout;
  /** The accessible name of a stack. */
  readonly label: (stack: CardStack, taken: number) => string;
  /** Whether the player selects one card at a time and may drag cards to other groups. */
  readonly carried?: boolean;
  /** Whether the hand receives its cards one by one. */
  readonly growing?: boolean;
}
