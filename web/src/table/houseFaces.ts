/**
 * Faces of the house players: wooden heads in a box of 64 × 64. They differ in outline and wood, and each has one
 * bright detail.
 */

import { oval, sides } from './animalFaces';

type Path = readonly [colour: string, path: string];

export interface HouseFace {
  /** The paths of a head from back to front: behind the head, the head, its features, and what is over the eyes. */
  readonly behind: readonly Path[];
  readonly head: Path;
  readonly features: readonly Path[];
  /**
   * The eyes: their distance from the middle, height and size. With `white`, the pupil moves on a white of this size.
   */
  readonly eyes: { readonly apart: number; readonly y: number; readonly r: number; readonly white?: number };
  readonly over: readonly Path[];
}

const INK = '#1d2321';
const CREAM = '#fffaf2';

/** The path of a box with rounded corners, which winds in the same direction as `oval`. */
function box(x: number, y: number, width: number, height: number, r: number): string {
  const [right, foot] = [x + width, y + height];
  return (
    `M${x + r} ${y}Q${x} ${y} ${x} ${y + r}L${x} ${foot - r}Q${x} ${foot} ${x + r} ${foot}L${right - r} ${foot}` +
    `Q${right} ${foot} ${right} ${foot - r}L${right} ${y + r}Q${right} ${y} ${right - r} ${y}z`
  );
}

export const HOUSE_FACES: Readonly<Record<string, HouseFace>> = {
  // a child of pale birch with a sprout and a tooth
  sprout: {
    behind: [
      ['#3f8f3a', 'M30.500 18L30.500 8L33.500 8L33.500 18z'],
      ['#57ad4a', 'M31 10Q14 14 13 1Q29 -1 31 10zM33 10Q50 14 51 1Q35 -1 33 10z'],
    ],
    head: ['#efd9a8', box(8, 15, 48, 46, 20)],
    features: [
      ['#f0a08f', sides(17, 44, 4.5, 3)],
      ['#8c3f34', 'M23 47Q32 58 41 47z'],
      [CREAM, 'M29.500 47L34.500 47L34.500 50.500L29.500 50.500z'],
    ],
    eyes: { apart: 9.5, y: 34, r: 3.6, white: 6.5 },
    over: [],
  },
  // a shy girl with two buns and a fringe
  buns: {
    behind: [['#3a2a24', sides(20, 12, 11)]],
    head: ['#e8bd8c', box(8, 12, 48, 49, 16)],
    features: [
      ['#3a2a24', 'M8 30Q8 10 32 10Q56 10 56 30Q46 26 42 19Q38 27 30 27Q24 27 20 21Q16 28 8 30z'],
      ['#e2574c', sides(20, 21, 4.5, 3)],
      ['#ee8f86', sides(17, 45, 5, 3.2)],
      ['#8c3f34', 'M27 49q5 4 10 0l-.8-1q-4.200 2.800-8.400 0z'],
    ],
    eyes: { apart: 10, y: 37, r: 3.2 },
    over: [],
  },
  // a big fellow of red wood with a headband and a wide grin
  headband: {
    behind: [['#c23327', 'M52 22L63 13L61 22L64 31z']],
    head: ['#b5653c', 'M10 8L54 8L60 46L52 62L12 62L4 46z'],
    features: [
      ['#d8392c', 'M8.500 16L55.500 16L57 26L7 26z'],
      [CREAM, oval(32, 21, 4)],
      ['#3d2013', 'M13 33Q20 28 28 31L28 34.500Q20 32 14 36zM51 33Q44 28 36 31L36 34.500Q44 32 50 36z'],
      ['#3d2013', box(17, 46, 30, 11, 5)],
      [CREAM, box(19, 48, 26, 5, 2)],
    ],
    eyes: { apart: 11, y: 39, r: 3.2 },
    over: [],
  },
  // an aunt with purple curls and green earrings
  curls: {
    behind: [
      ['#6b3a78', oval(32, 14, 13) + sides(15, 17, 11) + sides(23, 30, 9) + sides(24, 43, 8) + box(12, 14, 40, 30, 10)],
    ],
    head: ['#dcae7a', box(14, 19, 36, 42, 15)],
    features: [
      ['#6b3a78', oval(32, 18, 9, 5) + sides(11, 20, 7, 5)],
      ['#2f9e78', sides(21, 53, 4)],
      ['#ec9a86', sides(11, 45, 3.6, 2.6)],
      ['#c02f4b', 'M25 49Q28.500 46.500 32 48.500Q35.500 46.500 39 49Q36 54 32 54Q28 54 25 49z'],
    ],
    eyes: { apart: 7.5, y: 36, r: 3 },
    over: [],
  },
  // an uncle in a black cap with a red button and a moustache
  moustache: {
    behind: [],
    head: ['#c4915a', box(9, 14, 46, 47, 12)],
    features: [
      ['#23211f', 'M5 26Q7 4 32 4Q57 4 59 26z'],
      ['#3f6fae', 'M5 22L59 22L59 28L5 28z'],
      ['#d8392c', oval(32, 4, 4)],
      [
        '#23211f',
        'M32 45Q25 40 18 45Q13 49 8 44Q12 56 22 53Q29 52 32 48Q35 52 42 53Q52 56 56 44Q51 49 46 45Q39 40 32 45z',
      ],
    ],
    eyes: { apart: 10, y: 36, r: 3.1 },
    over: [],
  },
  // a sister with black hair swept aside, a gold pin and red lips
  hairpin: {
    behind: [
      ['#1f1b22', box(4, 8, 56, 54, 18)],
      ['#e0a526', 'M44 12L60 1L62 4L48 17z'],
      ['#d8392c', oval(59, 5, 4.5)],
    ],
    head: ['#e9c39a', box(12, 14, 40, 47, 15)],
    features: [
      ['#1f1b22', 'M12 38Q10 14 30 12Q50 10 54 34Q40 30 34 18Q26 32 12 38z'],
      ['#1f1b22', 'M15 34L27 32L27 34L16 37zM49 34L37 32L37 34L48 37z'],
      ['#c81f3a', 'M24 50Q28 46.500 32 49Q36 46.500 40 50Q36 56 32 56Q28 56 24 50z'],
    ],
    eyes: { apart: 9, y: 39, r: 3.1 },
    over: [],
  },
  // a bookkeeper in a blue hat with round glasses
  glasses: {
    behind: [['#24557f', 'M0 17L64 17L64 23L0 23z']],
    head: ['#d9b45f', box(10, 12, 44, 49, 9)],
    features: [
      ['#2f6ea5', 'M11 24L13 6Q32 0 51 6L53 24z'],
      ['#f4ead0', oval(32, 14, 4)],
      [INK, sides(11, 37, 10.5) + 'M29 35L29 38L35 38L35 35z'],
      [CREAM, sides(11, 37, 8.3)],
      ['#5a3d17', 'M26 54L38 52L38 54.500L26 56.500z'],
    ],
    eyes: { apart: 11, y: 37, r: 3.2 },
    over: [],
  },
  // an old man of grey wood, bald, with white brows and a long beard
  elder: {
    behind: [['#a8977f', oval(5, 34, 5, 7) + oval(59, 34, 5, 7)]],
    head: ['#b9a78c', 'M6 40Q4 3 32 3Q60 3 58 40L52 56L12 56z'],
    features: [
      ['#8f7d63', 'M20 12Q32 8 44 12L44 13.800Q32 10 20 13.800zM22 18Q32 14.500 42 18L42 19.800Q32 16.500 22 19.800z'],
      [CREAM, 'M7 40Q18 46 32 41Q46 46 57 40Q58 60 32 64Q6 60 7 40z'],
      ['#8c3f34', oval(32, 48, 4.5, 2)],
    ],
    eyes: { apart: 10.5, y: 33, r: 3 },
    over: [[CREAM, 'M9 29Q18 20 28 27L27 30Q18 26 11 33zM55 29Q46 20 36 27L37 30Q46 26 53 33z']],
  },
};
