/** Where the room lies: below a path of its web server (`/cards`), or at the root (nothing). */

/** Built, this is a file in `assets/`, whose name tells. */
export const BASE = import.meta.env.PROD ? new URL('..', import.meta.url).pathname.replace(/\/$/, '') : '';

/** A path of the room as the browser takes it. */
export const withBase = (path: string): string => BASE + path;

/** A path of the browser as the room knows it. */
export const withoutBase = (path: string): string => (isWithinBase(path) ? path.slice(BASE.length) || '/' : path);

/** Whether a path of the browser is the room's. */
export const isWithinBase = (path: string): boolean => `${path}/`.startsWith(`${BASE}/`);
