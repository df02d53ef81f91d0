/** What a host of the room tells everybody: whoever hears of it first says so here, and each person puts it away once. */

import type { Notice } from '../wire/types';

const KEY = 'paiju.notice';

let told = $state.raw<Notice | null>(null);
/** The last one that was put away, on this device. */
let away = $state(Number(localStorage.getItem(KEY) ?? 0));
let elsewhere = $state(false);

export const notice = {
  /** Empty: there is none, or it was put away. */
  get text(): string {
    return told !== null && told.number > away ? told.text : '';
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
    told = next;
  },
  putAway(): void {
    away = told?.number ?? away;
    localStorage.setItem(KEY, String(away));
  },
};
