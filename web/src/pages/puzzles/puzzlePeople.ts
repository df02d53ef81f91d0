/** The people at the table of a puzzle. Each seat except the solver's has a fixed name and face. */

import { t, type Key } from '../../i18n/index.svelte';

export interface PuzzlePerson {
  readonly name: string;
  /** The name from which the avatar is drawn. It is the same in every language. */
  readonly face: string;
}

/** The `face` of each other seat, in playing order from the solver. */
const FACES = ['阿贵', '大勇', '老周', '阿梅', '小夏'];

/** The people by seat. The solver is in seat `me` and has the face of `own`. */
export function peopleOf(seats: number, me: number, own: string): PuzzlePerson[] {
  return Array.from({ length: seats }, (_, seat) => {
    const far = (seat - me + seats) % seats;
    if (far === 0) return { name: t('puzzles.you'), face: own };
    return { name: t(`puzzles.person.${far}` as Key), face: FACES[far - 1]! };
  });
}

/** The key of the text for where a seat sits as seen from seat `me`: before it, after it, opposite, or elsewhere. */
export function placeKey(seats: number, me: number, seat: number): Key {
  const far = (seat - me + seats) % seats;
  if (seats === 2) return 'puzzles.place.opponent';
  if (far === 1) return 'puzzles.place.after';
  if (far === seats - 1) return 'puzzles.place.before';
  return far * 2 === seats ? 'puzzles.place.opposite' : 'puzzles.place.other';
}
