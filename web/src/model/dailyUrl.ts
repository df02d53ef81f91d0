/** The view that an address of the daily sets stands for. */

export type DailyView =
  | { readonly page: 'today'; readonly family: string }
  | { readonly page: 'days' }
  | { readonly page: 'results' | 'ranking' | 'review'; readonly day: string; readonly family: string }
  | { readonly page: 'deal'; readonly day: string; readonly family: string; readonly deal: number };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads the path after `/daily/`: `zipai`, `days`, or `2026-11-24/zipai`, which may be followed by `3`, `ranking` or
 * `review`.
 */
export function viewAt(path: string): DailyView {
  const [first = '', family = '', part = ''] = path.split('/');
  if (first === 'days') return { page: 'days' };
  if (!DAY.test(first)) return { page: 'today', family: first };
  if (part === 'ranking' || part === 'review') return { page: part, day: first, family };
  if (/^\d+$/.test(part)) return { page: 'deal', day: first, family, deal: Number(part) };
  return { page: 'results', day: first, family };
}

/** The path of the set of a day, or of a part of it. */
export const dailySetPath = (day: string, family: string, part: string | number = ''): string =>
  ['/daily', day, family, ...(part === '' ? [] : [part])].join('/');
