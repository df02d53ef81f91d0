/** What the tools of a table look like: lines in a box of 24. */
export const ICONS = {
  counter: 'M6 4h12v16H6zM9 9h6M9 12.500h6M9 16h4',
  sort: 'M7 5v14M7 19l-3-3M13 6h8M13 12h6M13 18h4',
  phrases: 'M4 5h16v11h-9l-4 4v-4H4zM9 10.500h.01M12 10.500h.01M15 10.500h.01',
  last: 'M4 12a8 8 0 1 0 3-6.200M4 4v4h4M12 8v4l3 2',
  sheet: 'M4 5h16v14H4zM4 10h16M10 10v9',
} as const;

export type Icon = keyof typeof ICONS;
