/**
 * A device notification when the player is needed and the page is hidden. Permission is requested the first time that
 * happens.
 */

import { settings } from './settings.svelte';

let hasMissedTurn = $state(false);

const canTell = (): boolean => typeof Notification !== 'undefined';

async function show(title: string, body: string): Promise<void> {
  const options = { body, tag: 'turn' };
  // Phones only show notifications of a service worker.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const notification = new Notification(title, options);
  notification.onclick = () => window.focus();
}

export const alerts = {
  /** The player missed their turn and has not decided about notifications yet. */
  get isOffered(): boolean {
    return hasMissedTurn && settings.alerts === null;
  },
  async accept(): Promise<void> {
    settings.alerts = canTell() && (await Notification.requestPermission()) === 'granted';
  },
  decline(): void {
    settings.alerts = false;
  },
  notify(title: string, body: string): void {
    if (!document.hidden || !canTell()) return;
    if (settings.alerts === null) hasMissedTurn = true;
    else if (settings.alerts && Notification.permission === 'granted') void show(title, body);
  },
};
