/** Texts of durations. */

import { t } from '../../i18n/index.svelte';

const parts = (ms: number): readonly [minutes: number, seconds: number] => {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return [Math.floor(seconds / 60), seconds % 60];
};

/** A duration in minutes and seconds: `0:42`. */
export function clockText(ms: number): string {
  const [minutes, seconds] = parts(ms);
  return `${minutes}:${String(seconds).padStart(2, '0')}`;
}

/** A duration in words. */
export function tookText(ms: number): string {
  const [minutes, seconds] = parts(ms);
  return minutes === 0
    ? t('puzzles.took.seconds', { n: seconds })
    : t('puzzles.took.minutes', { m: minutes, n: seconds });
}
