/**
 * The base path. The server may run below a path of its web server (`/cards`), or at the root, where the base path is
 * empty.
 */

/** In a build this module is a file in `assets/`, so its own URL gives the base path. */
const BASE = import.meta.env.PROD ? new URL('..', import.meta.url).pathname.replace(/\/$/, '') : '';

/** Adds the base path to a path of the app. */
export const withBase = (path: string): string => BASE + path;

/**
 * The name in the address of a player's page. If the address is not valid, the name is returned as it is written there.
 */
export function decodeName(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The address of a player's page. */
export const playerPage = (name: string): string => withBase(`/player/${encodeURIComponent(name)}`);

/** Removes the base path from a path of the browser. */
export const withoutBase = (path: string): string => (isWithinBase(path) ? path.slice(BASE.length) || '/' : path);

/** Whether a path of the browser belongs to this app. */
export const isWithinBase = (path: string): boolean => `${path}/`.startsWith(`${BASE}/`);
