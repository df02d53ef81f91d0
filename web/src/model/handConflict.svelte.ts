/** A hand the player wants to begin while another of theirs goes on: they are asked which one to play. */

import type { MyTable } from '../wire/types';

interface HandConflict {
  readonly ruleset: string;
  /** The hand that goes on. */
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
