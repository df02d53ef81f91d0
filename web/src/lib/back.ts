/** The way back closes what has opened over a page, as people expect of a phone. */

const OPEN = 'open';

/** From now on; the answer ends that, and takes the place in the history away again. */
export function closesOnBack(close: () => void): () => void {
  history.pushState(OPEN, '');
  addEventListener('popstate', close);
  return () => {
    removeEventListener('popstate', close);
    if (history.state === OPEN) history.back();
  };
}
