/** A player wants to start a hand while another of theirs is running: the page asks which one to play. */

import type { MyTable } from '../wire/types';

interface HandConflict {
  readonly ruleset: string;
  /** The running hand. */
  readonly hand: MyTable;
}

let pending = $state.raw<HandConflict | null>(null);

export const handConflict = {
  get pending(): HandConflict | null {
    return pending;
  },
  set(next: HandConflict | null): void {
    pending = next;
  },
};
