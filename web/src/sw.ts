/**
 * The service worker: without a network the pages, the rules, the lessons and the hands that were looked at are there.
 * With one, pages come from the server, so that nobody reads an old one; what has a hash in its name comes from here.
 */

import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst, NetworkOnly } from 'workbox-strategies';
import { READ, RENEW } from './lib/worker';

/** What is used of its global scope: the library of its types does not go with that of pages. */
declare const self: Window & {
  skipWaiting(): Promise<void>;
  readonly clients: { matchAll(which: { type: 'window' }): Promise<readonly { focus(): Promise<unknown> }[]> };
};

/** All that the build has made: put here by vite.config.ts. */
declare const FILES: { url: string; revision: string | null }[];

/** Seconds after which a network that does not answer is none. */
const PATIENCE = 4;
/** Answers that are kept. */
const KEPT = 80;

precacheAndRoute(FILES);
cleanupOutdatedCaches();

const shell = createHandlerBoundToURL('./');
const online = new NetworkOnly({ networkTimeoutSeconds: PATIENCE });
registerRoute(
  new NavigationRoute((params) => online.handle(params).catch(() => shell(params)), { denylist: [/\/(api|ws)\//] }),
);

registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin &&
    /\/api\/(info|rulesets|rulesets\/[^/]+\/[^/]+\/guide|me\/hands|hands\/[^/]+\/(replay|analysis))$/.test(
      url.pathname,
    ),
  new NetworkFirst({
    cacheName: READ,
    networkTimeoutSeconds: PATIENCE,
    matchOptions: { ignoreVary: true },
    plugins: [new ExpirationPlugin({ maxEntries: KEPT })],
  }),
);

// What the device has told leads back to the page.
self.addEventListener('notificationclick', (event) => {
  const told = event as Event & { readonly notification: Notification; waitUntil(done: Promise<unknown>): void };
  told.notification.close();
  told.waitUntil(self.clients.matchAll({ type: 'window' }).then(([page]) => page?.focus()));
});

// An open page may still want files of its own build: a new worker waits until it is told that nobody minds.
self.addEventListener('message', ({ data }) => {
  if (data === RENEW) void self.skipWaiting();
});
