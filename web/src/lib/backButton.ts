/** Lets the browser's Back close what has opened over a page, as people expect on a phone. */

const OPEN = 'open';

/**
 * A history entry is being removed, which is asynchronous. Anything opened meanwhile must wait, or that navigation
 * would close it.
 */
let going: Promise<void> | null = null;

function takeAway(): void {
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

/** Calls `close` on Back from now on. Returns a function that stops this and removes the history entry. */
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
    if (!going && history.state === OPEN) takeAway();
  };
}
