/**
 * Animations with the Web Animations API. They only change transforms, and do nothing if the player prefers reduced
 * motion.
 */

import type { Attachment } from 'svelte/attachments';
import { prefersNoMotion } from './settings.svelte';

const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

interface From {
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  /** The initial rotation about the vertical axis in degrees; at 90 only the edge is visible. */
  readonly turn?: number;
  readonly delay?: number;
  readonly ms?: number;
}

/** Animates an element from an offset to its place. */
export function flyIn({ x = 0, y = 0, scale = 1, turn = 0, delay = 0, ms = 220 }: From): Attachment<HTMLElement> {
  return (node) => {
    if (prefersNoMotion()) return;
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

/** Fans a card out of a pile: from `x` beside its place, upright, to its place and angle, which its style sets. */
export function fanOut(x: number, angle: number, ms = 600): Attachment<HTMLElement> {
  return (node) => {
    if (prefersNoMotion()) return;
    const movement = node.animate(
      [
        { translate: `${x}px 40px`, rotate: '0deg', opacity: 0 },
        { translate: `${x}px 0`, rotate: '0deg', opacity: 1, offset: 0.35 },
        { translate: '0 0', rotate: `${angle}deg`, opacity: 1 },
      ],
      { duration: ms, easing: EASE, fill: 'backwards' },
    );
    return () => movement.cancel();
  };
}

/** Animates a hat that is put on: it comes down from above and settles. */
export const dropOntoHead: Attachment<SVGElement> = (node) => {
  if (prefersNoMotion()) return;
  const movement = node.animate(
    [
      { translate: '0 -28px', rotate: '-14deg', opacity: 0 },
      { translate: '0 2px', rotate: '3deg', opacity: 1, offset: 0.7 },
      { translate: '0 0', rotate: '0deg', opacity: 1 },
    ],
    { duration: 320, easing: EASE },
  );
  return () => movement.cancel();
};
