/** Movement by the Web Animations API: transforms only, all of it off for those who want it still. */

import type { Attachment } from 'svelte/attachments';
import { isStill } from './settings.svelte';

const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

interface From {
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  readonly delay?: number;
  readonly ms?: number;
}

/** The element comes from somewhere else to where it is. */
export function arrive({ x = 0, y = 0, scale = 1, delay = 0, ms = 220 }: From): Attachment<HTMLElement> {
  return (node) => {
    if (isStill()) return;
    const movement = node.animate(
      [
        { translate: `${x}px ${y}px`, scale, opacity: 0 },
        { translate: '0 0', scale: 1, opacity: 1 },
      ],
      { duration: ms, delay, easing: EASE, fill: 'backwards' },
    );
    return () => movement.cancel();
  };
}
