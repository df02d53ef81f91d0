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

/** Whether pages have a side bar: the width and height that the style sheets ask for. */
export const isLaptop = (): boolean => screen.width >= 1100 && screen.height >= 500;
