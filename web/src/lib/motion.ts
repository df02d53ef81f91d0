/** Movement by the Web Animations API: transforms only, all of it off for those who want it still. */

import type { Attachment } from 'svelte/attachments';
import { isStill } from './settings.svelte';

const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

interface From {
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  /** Degrees by which it is turned about its upright axis: 90 shows its edge. */
  readonly turn?: number;
  readonly delay?: number;
  readonly ms?: number;
}

/** The element comes from somewhere else to where it is. */
export function arrive({ x = 0, y = 0, scale = 1, turn = 0, delay = 0, ms = 220 }: From): Attachment<HTMLElement> {
  return (node) => {
    if (isStill()) return;
    const movement = node.animate(
      [
        { translate: `${x}px ${y}px`, scale, rotate: `y ${turn}deg`, opacity: 0 },
        { translate: '0 0', scale: 1, rotate: 'y 0deg', opacity: 1 },
      ],
      { duration: ms, delay, easing: EASE, fill: 'backwards' },
    );
    return () => movement.cancel();
  };
}
