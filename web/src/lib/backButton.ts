/** The way back closes what has opened over a page, as people expect of a phone. */

const OPEN = 'open';

/** A place in the history is being taken away, which takes a moment: what opens meanwhile waits, or it would be closed. */
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

/** From now on; the answer ends that, and takes the place in the history away again. */
export function closesOnBack(close: () => void): () => void {
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
