/** The base path: the server may run below a path of its web server (`/cards`) or at the root (empty). */

/** In a build this module is a file in `assets/`, so its URL gives the base path. */
const BASE = import.meta.env.PROD ? new URL('..', import.meta.url).pathname.replace(/\/$/, '') : '';

/** Adds the base path to an app path. */
export const withBase = (path: string): string => BASE + path;

/** The name in a player's address; as it is written there if that is not valid. */
export function decodeName(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The address of a player's page. */
export const playerPage = (name: string): string => withBase(`/player/${encodeURIComponent(name)}`);

/** Removes the base path from a browser path. */
export const withoutBase = (path: string): string => (isWithinBase(path) ? path.slice(BASE.length) || '/' : path);

/** Whether a browser path belongs to this app. */
export const isWithinBase = (path: string): boolean => `${path}/`.startsWith(`${BASE}/`);
