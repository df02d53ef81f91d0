/** Who is online, asked for again while a page shows it; shared by the side bar and the panel of the home page. */

import { onMount } from 'svelte';
import { api } from '../wire/api';
import type { OnlineOverview } from '../wire/types';

const AGAIN = 10_000;

class OnlinePeople {
  overview = $state.raw<OnlineOverview | null>(null);
  private readers = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** A failure leaves what is known: the page reports by itself if the server does not answer. */
  readonly refresh = (): Promise<void> =>
    api.here().then(
      (now) => void (this.overview = now),
      () => undefined,
    );

  /** Keeps the overview fresh while the calling component is on the page. */
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
