import { settings } from '../lib/settings.svelte';
import { screen } from '../lib/windowSize.svelte';
import { tableScale } from './tableScale';

/** The size of the window in px of a table's layout, as reactive state. */
export const tableViewport = {
  get scale(): number {
    return tableScale(screen, settings.large);
  },
  get width(): number {
    return screen.width / this.scale;
  },
  get height(): number {
    return screen.height / this.scale;
  },
};
