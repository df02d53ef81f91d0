/** Who would begin a hand while another of theirs goes on, and has not said yet which of them is meant. */

import type { MyTable } from '../wire/types';

interface Wish {
  readonly ruleset: string;
  /** The hand that goes on. */
  readonly hand: MyTable;
}

let wish = $state.raw<Wish | null>(null);

export const beginning = {
  get wish(): Wish | null {
    return wish;
  },
  ask(next: Wish | null): void {
    wish = next;
  },
};
