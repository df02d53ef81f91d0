/** What the browser stores of the app: a service worker for offline use, and installation to the home screen. */

import { withBase } from './basePath';
import { READ, RENEW } from './serviceWorkerNames';

/** Chromium's event; other browsers install from their own menu. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let waiting = $state.raw<ServiceWorker | null>(null);
let installPrompt = $state.raw<InstallPrompt | null>(null);

export const pwa = {
  /** A newer build is installed and waits for this page to close. */
  get isOld(): boolean {
    return waiting !== null;
  },
  /** The browser offers to install the app. */
  get canInstall(): boolean {
    return installPrompt !== null;
  },
  /** Reloads the page with the newer build. */
  renew(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting?.postMessage(RENEW);
  },
  async install(): Promise<void> {
    const prompt = installPrompt;
    installPrompt = null;
    await prompt?.prompt();
  },
};

function noteWaiting(worker: ServiceWorker | null): void {
  // The first worker ever does not replace anything.
  if (worker?.state === 'installed' && navigator.serviceWorker.controller) waiting = worker;
}

/**
 * Registers the service worker. If the browser does not allow it (plain HTTP from another machine), the app works
 * without.
 */
export async function registerServiceWorker(): Promise<void> {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt = event as InstallPrompt;
  });
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(withBase('/sw.js'), { scope: withBase('/') });
  noteWaiting(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => noteWaiting(worker));
  });
}

/** Deletes what one player has read, so that the next one on this device cannot see it. */
export const forgetRead = (): void => void globalThis.caches?.delete(READ).catch(() => undefined);
