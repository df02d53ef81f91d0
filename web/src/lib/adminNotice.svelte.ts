/**
 * The admins' announcement. Any part of the client that receives it stores it here. Once dismissed, it is not shown
 * again on this device.
 */

import type { Notice } from '../wire/types';

const KEY = 'paiju.notice';

let latest = $state.raw<Notice | null>(null);
/** The number of the last announcement that was dismissed on this device. */
let away = $state(Number(localStorage.getItem(KEY) ?? 0));
let elsewhere = $state(false);

export const notice = {
  /** The text of the announcement; empty if there is none or it was dismissed. */
  get text(): string {
    return latest !== null && latest.number > away ? latest.text : '';
  },
  /** Whether a page shows the announcement itself, in its own place. */
  get isShownElsewhere(): boolean {
    return elsewhere;
  },
  /** Declares that a page shows the announcement itself. Returns a function that ends this. */
  showElsewhere(): () => void {
    elsewhere = true;
    return () => void (elsewhere = false);
  },
  receive(next: Notice | null): void {
    latest = next;
  },
  dismiss(): void {
    away = latest?.number ?? away;
    localStorage.setItem(KEY, String(away));
  },
};
