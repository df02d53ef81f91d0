import { innerHeight, innerWidth } from 'svelte/reactivity/window';

/** The window's size as reactive state. */
export const screen = {
  get width(): number {
    return innerWidth.current ?? 390;
  },
  get height(): number {
    return innerHeight.current ?? 844;
  },
};
