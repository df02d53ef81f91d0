/**
 * The tables at which the player has a seat. While a hand is running at one of them, they are fetched repeatedly,
 * because it may have become the player's turn.
 */

import { api } from '../wire/api';
import type { MyTable } from '../wire/types';
import { runningHandIn, isDailyTable } from './tableOpening';

const AGAIN = 4000;

export class OwnTables {
  all = $state.raw<readonly MyTable[]>([]);
  readonly hand = $derived(runningHandIn(this.all));

  constructor() {
    $effect(() => {
      if (!this.hand) return;
      const timer = setInterval(() => document.hidden || this.storeWhenLoaded(api.myTables()), AGAIN);
      return () => clearInterval(timer);
    });
  }

  /**
   * Stores the tables when they arrive. Errors are ignored: the page itself reports that the server does not answer.
   */
  storeWhenLoaded(asked: Promise<readonly MyTable[]>): void {
    asked.then(
      (all) => (this.all = all.filter((table) => !isDailyTable(table))),
      () => undefined,
    );
  }
}
