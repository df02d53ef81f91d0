/** If a player wants to start a hand while another of their hands is running, asks which of the two to play. */

import type { MyTable } from '../wire/types';

interface HandConflict {
  readonly ruleset: string;
  /** The hand that is running. */
  readonly hand: MyTable;
}

let pending = $state.raw<HandConflict | null>(null);

export const runningHandQuestion = {
  get pending(): HandConflict | null {
    return pending;
  },
  set(next: HandConflict | null): void {
    pending = next;
  },
};
