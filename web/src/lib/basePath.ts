/** Where the room lies: below a path of its web server (`/cards`), or at the root (nothing). */

/** Built, this is a file in `assets/`, whose name tells. */
export const BASE = import.meta.env.PROD ? new URL('..', import.meta.url).pathname.replace(/\/$/, '') : '';

/** A path of the room as the browser takes it. */
export const at = (path: string): string => BASE + path;

/** A path of the browser as the room knows it. */
export const within = (path: string): string => (lies(path) ? path.slice(BASE.length) || '/' : path);

/** Whether a path of the browser is the room's. */
export const lies = (path: string): boolean => `${path}/`.startsWith(`${BASE}/`);
