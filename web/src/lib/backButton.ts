/** Lets the browser's Back button close what was opened over a page, as people expect on a phone. */

const OPEN = 'open';

/**
 * Resolves when the history entry that is being removed is gone; null if none is being removed. The removal is
 * asynchronous and would close what opens meanwhile, so opening waits for it.
 */
let going: Promise<void> | null = null;

function removeHistoryEntry(): void {
  going = new Promise((gone) => {
    addEventListener(
      'popstate',
      () => {
        going = null;
        gone();
      },
      { once: true },
    );
  });
  history.back();
}

/** Calls `close` when Back is pressed from now on. Returns a function that ends this and removes the history entry. */
export function closeOnBack(close: () => void): () => void {
  let ended = false;
  const begin = (): void => {
    if (ended) return;
    history.pushState(OPEN, '');
    addEventListener('popstate', close);
  };
  if (going) void going.then(begin);
  else begin();
  return () => {
    ended = true;
    removeEventListener('popstate', close);
    if (!going && history.state === OPEN) removeHistoryEntry();
  };
}
