/**
 * The service worker, which lets the app work without a network, and the installation of the app on the home screen.
 */

import { withBase } from './basePath';
import { FORGET, READ, RENEW } from './serviceWorkerNames';

/** The event by which Chromium offers the installation. Other browsers install from their own menu. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let waiting = $state.raw<ServiceWorker | null>(null);
let installPrompt = $state.raw<InstallPrompt | null>(null);

export const pwa = {
  /** Whether a newer build is installed and waits for this page to close. */
  get isUpdateWaiting(): boolean {
    return waiting !== null;
  },
  /** Whether the browser offers to install the app. */
  get canInstall(): boolean {
    return installPrompt !== null;
  },
  /** Activates the newer build and reloads the page. */
  activateUpdate(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting?.postMessage(RENEW);
  },
  async install(): Promise<void> {
    const prompt = installPrompt;
    installPrompt = null;
    await prompt?.prompt();
  },
};

function setWaitingWorker(worker: ServiceWorker | null): void {
  // The first worker of a browser does not replace another one, so there is no newer build.
  if (worker?.state === 'installed' && navigator.serviceWorker.controller) waiting = worker;
}

/**
 * Registers the service worker in a build. Where the browser has no service workers, as over plain HTTP from another
 * machine, the app works without one.
 */
export async function registerServiceWorker(): Promise<void> {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt = event as InstallPrompt;
  });
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(withBase('/sw.js'), { scope: withBase('/') });
  setWaitingWorker(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => setWaitingWorker(worker));
  });
}

/** How often the player has changed on this page. */
let playerChanges = 0;

/** A number that changes with the player. An answer that was requested before a change may not be cached after it. */
export const personalCacheVersion = (): number => playerChanges;

/**
 * Deletes the cached responses that one player has read, so that the next player on this device cannot see them. The
 * service worker does not cache responses that are still on their way.
 */
export function clearPersonalCache(): void {
  playerChanges += 1;
  globalThis.navigator.serviceWorker?.controller?.postMessage(FORGET);
  globalThis.caches?.delete(READ).catch(() => undefined);
}
