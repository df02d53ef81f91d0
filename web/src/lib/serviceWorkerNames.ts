/** Names shared by the pages and the service worker. */

/** Cache of the responses a player has read. */
export const READ = 'paiju.read';

/** The message that tells a waiting worker to take over. */
export const RENEW = 'renew';
