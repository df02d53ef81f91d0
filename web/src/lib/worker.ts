/** What the pages and the service worker call alike. */

/** The cache of answers that a player has read. */
export const READ = 'paiju.read';

/** What a page says to a worker of a newer build that waits. */
export const RENEW = 'renew';
