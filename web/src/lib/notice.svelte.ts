/** The announcement of the admins: whoever hears of it first says so here, and each person puts it away once. */

import type { Notice } from '../wire/types';

const KEY = 'paiju.notice';

let latest = $state.raw<Notice | null>(null);
/** The last one that was put away, on this device. */
let away = $state(Number(localStorage.getItem(KEY) ?? 0));
let elsewhere = $state(false);

export const notice = {
  /** Empty: there is none, or it was put away. */
  get text(): string {
    return latest !== null && latest.number > away ? latest.text : '';
  },
  /** A page has a place of its own for it. */
  get isElsewhere(): boolean {
    return elsewhere;
  },
  /** From now on a page shows it in that place; the answer ends that. */
  showsElsewhere(): () => void {
    elsewhere = true;
    return () => void (elsewhere = false);
  },
  hear(next: Notice | null): void {
    latest = next;
  },
  putAway(): void {
    away = latest?.number ?? away;
    localStorage.setItem(KEY, String(away));
  },
};
