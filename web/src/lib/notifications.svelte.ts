/** A message of the device when something waits for one and the page is not seen. Asked for when that first happens. */

import { settings } from './settings.svelte';

let missed = $state(false);

const canTell = (): boolean => typeof Notification !== 'undefined';

async function show(title: string, body: string): Promise<void> {
  const options = { body, tag: 'turn' };
  // Phones show what a worker shows, and nothing else.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => window.focus();
}

export const alerts = {
  /** One was waited for and did not know it: would one like to be told? */
  get isOffered(): boolean {
    return missed && settings.alerts === null;
  },
  async accept(): Promise<void> {
    settings.alerts = canTell() && (await Notification.requestPermission()) === 'granted';
  },
  decline(): void {
    settings.alerts = false;
  },
  notify(title: string, body: string): void {
    if (!document.hidden || !canTell()) return;
    if (settings.alerts === null) missed = true;
    else if (settings.alerts && Notification.permission === 'granted') void show(title, body);
  },
};
