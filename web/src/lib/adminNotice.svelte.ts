/** The admins' announcement. Whoever receives it first stores it here; each player dismisses it once. */

import type { Notice } from '../wire/types';

const KEY = 'paiju.notice';

let latest = $state.raw<Notice | null>(null);
/** Number of the last announcement dismissed on this device. */
let away = $state(Number(localStorage.getItem(KEY) ?? 0));
let elsewhere = $state(false);

export const notice = {
  /** Empty if there is none or it was dismissed. */
  get text(): string {
    return latest !== null && latest.number > away ? latest.text : '';
  },
  /** A page shows the announcement in a place of its own. */
  get isElsewhere(): boolean {
    return elsewhere;
  },
  /** Says that a page shows the announcement itself; returns a function that ends this. */
  showsElsewhere(): () => void {
    elsewhere = true;
    return () => void (elsewhere = false);
  },
  receive(next: Notice | null): void {
    latest = next;
  },
  putAway(): void {
    away = latest?.number ?? away;
    localStorage.setItem(KEY, String(away));
  },
};
