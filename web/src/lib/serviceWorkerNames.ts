/** Names that the pages and the service worker share. */

/** The cache of the responses that a player has read. */
export const READ = 'paiju.read';

/** The message by which a page tells a waiting worker to take over. */
export const RENEW = 'renew';
