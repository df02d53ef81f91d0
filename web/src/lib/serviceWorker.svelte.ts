/** What the browser keeps of the room: a service worker for when there is no network, and a place on the home screen. */

import { withBase } from './basePath';
import { READ, RENEW } from './worker';

/** As Chromium tells it; other browsers install from a menu of their own. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let waiting = $state.raw<ServiceWorker | null>(null);
let offered = $state.raw<InstallPrompt | null>(null);

export const installed = {
  /** A newer build is there, and waits for this page to go. */
  get isOld(): boolean {
    return waiting !== null;
  },
  /** The browser offers to put the room on the home screen. */
  get canInstall(): boolean {
    return offered !== null;
  },
  /** Loads the page anew, by the newer build. */
  renew(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting?.postMessage(RENEW);
  },
  async install(): Promise<void> {
    const prompt = offered;
    offered = null;
    await prompt?.prompt();
  },
};

function note(worker: ServiceWorker | null): void {
  // The first one ever has nothing older to replace.
  if (worker?.state === 'installed' && navigator.serviceWorker.controller) waiting = worker;
}

/** Begins to keep; where a browser does not let it (http from another machine), all works as without. */
export async function keep(): Promise<void> {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as InstallPrompt;
  });
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(withBase('/sw.js'), { scope: withBase('/') });
  note(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => note(worker));
  });
}

/** What one player has read is not for the next. */
export const forgetRead = (): void => void globalThis.caches?.delete(READ).catch(() => undefined);
