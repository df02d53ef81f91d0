/**
 * Faces of animals, flat and without outlines, in a box of 64 × 64. Each is a background colour and some coloured
 * paths.
 */

export interface Animal {
  readonly behind: string;
  /**
   * Overlapping parts of one path must have the same winding direction as `oval`; otherwise they cut holes into each
   * other.
   */
  readonly drawn: readonly (readonly [colour: string, path: string])[];
}

const INK = '#1d2321';

export const oval = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
/** Two ovals of the same size, on both sides of the vertical axis. */
export const sides = (x: number, y: number, rx: number, ry = rx): string =>
  oval(32 - x, y, rx, ry) + oval(32 + x, y, rx, ry);

/** The eyes, which move when the animal looks around. */
export const EYES = [INK, sides(7, 33, 2.2)] as const;
const NOSE = [INK, oval(32, 39, 2.6, 2)] as const;
const SMILE = [INK, 'M27 43q5 5 10 0l-.8-.8q-4.200 3.600-8.400 0z'] as const;
const CHEEKS = ['#f0a79c', sides(12, 39, 3, 2.2)] as const;
const HEAD = oval(32, 36, 18, 16);

export const ANIMALS: readonly Animal[] = [
  // a cat
  {
    behind: '#d9cdea',
    drawn: [
      ['#5d6b78', `M14 34L30 23L15 12zM50 34L49 12L34 23z${HEAD}`],
      ['#f2c9bd', 'M17.500 25L18 17L24 22zM46.500 25L46 17L40 22z'],
      ['#f4efe6', oval(32, 43, 9, 6)],
      EYES,
      NOSE,
      SMILE,
    ],
  },
  // a rabbit
  {
    behind: '#f3cfc9',
    drawn: [['#fffaf2', `${sides(8, 16, 5, 13)}${HEAD}`], ['#f0b6ab', sides(8, 16, 2.2, 9)], CHEEKS, EYES, NOSE, SMILE],
  },
  // a bear
  {
    behind: '#e6d3ae',
    drawn: [
      ['#8a5a34', `${sides(15, 22, 7)}${HEAD}`],
      ['#d9b98c', `${sides(15, 22, 3.5)}${oval(32, 42, 9, 7)}`],
      EYES,
      NOSE,
      SMILE,
    ],
  },
  // a panda
  {
    behind: '#cfe0d4',
    drawn: [
      [INK, sides(15, 22, 6.5)],
      ['#fffaf2', HEAD],
      [INK, sides(8, 34, 5, 6)],
      ['#fffaf2', sides(7, 33, 1.8)],
      NOSE,
      SMILE,
    ],
  },
  // a fox
  {
    behind: '#cfdcec',
    drawn: [
      ['#d97a35', `M13 34L30 23L13 11zM51 34L51 11L34 23z${HEAD}`],
      ['#fffaf2', 'M14 38Q22 36 32 45Q42 36 50 38Q47 52 32 52Q17 52 14 38z'],
      EYES,
      [INK, oval(32, 44, 2.8, 2.2)],
    ],
  },
  // a pig
  {
    behind: '#dfe8c8',
    drawn: [
      ['#f2b5ad', `M15 28L28 21L14 14zM49 28L50 14L36 21z${HEAD}`],
      ['#e08f86', oval(32, 41, 8, 6)],
      ['#8f4a43', sides(3, 41, 1.5, 2.2)],
      EYES,
    ],
  },
  // a frog
  {
    behind: '#f2e2b3',
    drawn: [
      ['#6aa657', `${sides(11, 23, 8)}${HEAD}`],
      ['#fffaf2', sides(11, 22, 5)],
      [INK, sides(11, 22, 2.4)],
      ['#2f5f2b', 'M20 42q12 9 24 0l-1-1.600q-11 7.600-22 0z'],
      ['#f0a79c', sides(14, 40, 2.6, 2)],
    ],
  },
  // a dog
  {
    behind: '#f0d9c8',
    drawn: [
      ['#e8c79a', HEAD],
      ['#8a5a34', 'M16 22Q8 24 9 42Q17 42 19 28zM48 22Q56 24 55 42Q47 42 45 28z'],
      ['#fffaf2', oval(32, 43, 8, 6)],
      EYES,
      NOSE,
      ['#c8544a', 'M29 45h6v4a3 3 0 0 1-6 0z'],
    ],
  },
  // a chick
  {
    behind: '#c9dfe6',
    drawn: [
      ['#f2c14e', `M34 22Q38 16 35 12Q31 15 32 10Q26 12 30 22z${HEAD}`],
      ['#d9653b', 'M27 38L37 38L32 45z'],
      CHEEKS,
      EYES,
    ],
  },
];
