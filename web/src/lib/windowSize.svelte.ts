import { innerHeight, innerWidth } from 'svelte/reactivity/window';

/** The window's size, followed as it changes. */
export const screen = {
  get width(): number {
    return innerWidth.current ?? 390;
  },
  get height(): number {
    return innerHeight.current ?? 844;
  },
};
