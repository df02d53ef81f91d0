/** Icons of the table's tools, as stroke paths in a box of 24 × 24. */
export const ICONS = {
  counter: 'M6 4h12v16H6zM9 9h6M9 12.500h6M9 16h4',
  sort: 'M7 5v14M7 19l-3-3M13 6h8M13 12h6M13 18h4',
  phrases: 'M4 5h16v11h-9l-4 4v-4H4zM9 10.500h.01M12 10.500h.01M15 10.500h.01',
  last: 'M4 12a8 8 0 1 0 3-6.200M4 4v4h4M12 8v4l3 2',
  sheet: 'M4 5h16v14H4zM4 10h16M10 10v9',
  replay: 'M5 12a7 7 0 1 0 2-5M5 4v4h4',
  change: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  undo: 'M4 9h10a5 5 0 0 1 0 10H8M8 5L4 9l4 4',
  look: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 .01 0',
} as const;

export type Icon = keyof typeof ICONS;
