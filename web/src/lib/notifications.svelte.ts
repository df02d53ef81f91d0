/**
 * Notifications of the device for when the player is needed and the page is hidden. The first time this happens the
 * page offers notifications; it requests permission when the player accepts.
 */

import { settings } from './settings.svelte';

let hasMissedTurn = $state(false);

const areSupported = (): boolean => typeof Notification !== 'undefined';

async function show(title: string, body: string): Promise<void> {
  const options = { body, tag: 'turn' };
  // Phones only show notifications that come from a service worker.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const notification = new Notification(title, options);
  notification.onclick = () => window.focus();
}

export const alerts = {
  /**
   * Whether to offer notifications: the player was needed while the page was hidden, and has not decided about them
   * yet.
   */
  get isOffered(): boolean {
    return hasMissedTurn && settings.alerts === null;
  },
  async accept(): Promise<void> {
    settings.alerts = areSupported() && (await Notification.requestPermission()) === 'granted';
  },
  decline(): void {
    settings.alerts = false;
  },
  notify(title: string, body: string): void {
    if (!document.hidden || !areSupported()) return;
    if (settings.alerts === null) hasMissedTurn = true;
    else if (settings.alerts && Notification.permission === 'granted') void show(title, body);
  },
};
