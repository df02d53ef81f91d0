/** Names that the pages and the service worker share. */

/** The cache of the responses that a player has read. */
export const READ = 'paiju.read';

/** The message by which a page tells a waiting worker to take over. */
export const RENEW = 'renew';

/** The message by which a page tells the worker that the player changes, so that no response for the last one is kept. */
export const FORGET = 'forget';
