/** What plays are called: it is told when they are made, and they lie there longer than that. */

import type { SeatScene, TableScene } from './scene';

export class Called {
  readonly #known = new Map<string, string>();

  /** The same scene, each play with the name it was told by before. */
  named<S extends TableScene>(scene: S): S {
    return { ...scene, seats: scene.seats.map((seat) => this.#named(seat)) };
  }

  #named<P extends SeatScene>(seat: P): P {
    const { last } = seat;
    if (last?.kind !== 'cards') return seat;
    const play = `${seat.seat} ${last.cards.map(({ text }) => text).join('')}`;
    if (last.called) this.#known.set(play, last.called);
    const called = this.#known.get(play);
    return called === undefined ? seat : { ...seat, last: { ...last, called } };
  }
}
