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

/** Whether the window is large enough for the side bar of pages. The style sheets use the same limits. */
export const isLaptop = (): boolean => screen.width >= 1100 && screen.height >= 500;
