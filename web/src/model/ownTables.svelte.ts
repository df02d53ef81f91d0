/** The tables at which one sits: while a hand is on they are looked at again, for by now it may be one's turn. */

import { api } from '../wire/api';
import type { MyTable } from '../wire/types';
import { handIn } from './openTable';

const AGAIN = 4000;

export class OwnTables {
  all = $state.raw<readonly MyTable[]>([]);
  readonly hand = $derived(handIn(this.all));

  constructor() {
    $effect(() => {
      if (!this.hand) return;
      const timer = setInterval(() => document.hidden || this.see(api.myTables()), AGAIN);
      return () => clearInterval(timer);
    });
  }

  /** Take what comes of this. Where the room does not answer, the page says so itself. */
  see(asked: Promise<readonly MyTable[]>): void {
    asked.then(
      (all) => (this.all = all),
      () => undefined,
    );
  }
}
