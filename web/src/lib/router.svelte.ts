/** Client-side routing: the current path, and links that do not reload the page. */

import { withBase, isWithinBase, withoutBase } from './basePath';

const current = $state({ path: withoutBase(location.pathname), hash: location.hash });

function readLocation(): void {
  current.path = withoutBase(location.pathname);
  current.hash = location.hash;
}

addEventListener('popstate', readLocation);
addEventListener('hashchange', readLocation);

export const route = {
  get path(): string {
    return current.path;
  },
  /** The hash without the `#`. */
  get hash(): string {
    return current.hash.slice(1);
  },
};

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', withBase(path));
  else history.pushState(null, '', withBase(path));
  readLocation();
  scrollTo(0, 0);
}

/** Sets the hash without a new history entry and without scrolling. */
export function setHash(hash: string): void {
  history.replaceState(null, '', `${location.pathname}#${hash}`);
  current.hash = `#${hash}`;
}

/** Handles a click on a link to a page of the app, without reloading. */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a');
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
  if (!isWithinBase(link.pathname)) return;
  if (withoutBase(link.pathname).startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  go(withoutBase(link.pathname) + link.search + link.hash);
}
