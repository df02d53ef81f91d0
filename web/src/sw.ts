/**
 * The service worker. Without a network it serves the pages, the rules, the lessons and the hands that were viewed
 * before. With a network, pages come from the server, so that they are never outdated; files with a hash in their name
 * come from the cache.
 */

import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst, NetworkOnly } from 'workbox-strategies';
import { FORGET, READ, RENEW } from './lib/serviceWorkerNames';

/**
 * The part of the global scope that this file uses. TypeScript's library for workers cannot be combined with the one
 * for pages.
 */
declare const self: Window & {
  skipWaiting(): Promise<void>;
  readonly clients: { matchAll(which: { type: 'window' }): Promise<readonly { focus(): Promise<unknown> }[]> };
};

/** The files of the build. vite.config.ts inserts them. */
declare const FILES: { url: string; revision: string | null }[];

/** The number of seconds to wait for the network before the cache is used. */
const PATIENCE = 4;
/** The maximum number of responses in the cache. */
const KEPT = 80;

type Plugin = NonNullable<NonNullable<ConstructorParameters<typeof NetworkFirst>[0]>['plugins']>[number];

/** How often the player has changed since this worker started. */
let playerChanges = 0;

/**
 * Keeps a response out of the cache if it is an error, or if the player has changed since the request was sent. A
 * response may arrive while the player logs out, after the page has cleared the cache.
 */
const onlyForCurrentPlayer: Plugin = {
  handlerWillStart: ({ state }) => {
    state!.playerChanges = playerChanges;
    return Promise.resolve();
  },
  cacheWillUpdate: ({ response, state }) =>
    Promise.resolve(response.ok && state!.playerChanges === playerChanges ? response : null),
  cacheDidUpdate: async ({ request, state }) => {
    if (state!.playerChanges !== playerChanges) await (await caches.open(READ)).delete(request);
  },
};

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
    /\/api\/(info|rulesets|rulesets\/[^/]+\/[^/]+\/guide|me\/hands|people\/[^/]+(\/hands)?|hands\/[^/]+\/(replay|review))$/.test(
      url.pathname,
    ),
  new NetworkFirst({
    cacheName: READ,
    networkTimeoutSeconds: PATIENCE,
    matchOptions: { ignoreVary: true },
    plugins: [onlyForCurrentPlayer, new ExpirationPlugin({ maxEntries: KEPT })],
  }),
);

// A click on a notification opens the page from which it came.
self.addEventListener('notificationclick', (event) => {
  const click = event as Event & { readonly notification: Notification; waitUntil(done: Promise<unknown>): void };
  click.notification.close();
  click.waitUntil(self.clients.matchAll({ type: 'window' }).then(([page]) => page?.focus()));
});

// An open page may still need files of its own build. So a new worker waits until a page tells it to take over.
self.addEventListener('message', ({ data }) => {
  if (data === RENEW) void self.skipWaiting();
  if (data === FORGET) {
    playerChanges += 1;
    void caches.delete(READ);
  }
});
