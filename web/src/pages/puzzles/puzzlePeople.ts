/** The people at the table of a puzzle: the solver plays them, so each chair has a name and a face of its own. */

import { t, type Key } from '../../i18n/index.svelte';

export interface PuzzlePerson {
  readonly name: string;
  /** By which the animal is chosen: the same in every language. */
  readonly face: string;
}

/** Faces of the chairs, in playing order from the person who solves. */
const FACES = ['阿贵', '大勇', '老周', '阿梅', '小夏'];

/** Everybody by seat, as seen from seat `me`. */
export function peopleOf(seats: number, me: number, own: string): PuzzlePerson[] {
  return Array.from({ length: seats }, (_, seat) => {
    const far = (seat - me + seats) % seats;
    if (far === 0) return { name: t('puzzles.you'), face: own };
    return { name: t(`puzzles.person.${far}` as Key), face: FACES[far - 1]! };
  });
}

/** Where a seat sits: before one, after one, opposite. */
export function placeKey(seats: number, me: number, seat: number): Key {
  const far = (seat - me + seats) % seats;
  if (seats === 2) return 'puzzles.place.opponent';
  if (far === 1) return 'puzzles.place.after';
  if (far === seats - 1) return 'puzzles.place.before';
  return far * 2 === seats ? 'puzzles.place.opposite' : 'puzzles.place.other';
}
