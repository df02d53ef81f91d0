/**
 * Who is online. The side bar and the panel of the home page share this overview, which is fetched repeatedly while one
 * of them is shown.
 */

import { onMount } from 'svelte';
import { api } from '../wire/api';
import type { OnlineOverview } from '../wire/types';

const AGAIN = 10_000;

class OnlinePeople {
  overview = $state.raw<OnlineOverview | null>(null);
  private readers = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /**
   * Fetches the overview. If that fails, the old one stays; the page itself reports that the server does not answer.
   */
  readonly refresh = (): Promise<void> =>
    api.here().then(
      (now) => void (this.overview = now),
      () => undefined,
    );

  /** Fetches the overview repeatedly while the calling component is mounted. */
  refreshWhileMounted(): void {
    onMount(() => {
      this.readers += 1;
      if (this.readers === 1) {
        void this.refresh();
        this.timer = setInterval(() => document.hidden || void this.refresh(), AGAIN);
      }
      return () => {
        this.readers -= 1;
        if (this.readers === 0) clearInterval(this.timer);
      };
    });
  }
}

export const onlinePeople = new OnlinePeople();
