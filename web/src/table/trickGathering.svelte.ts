/**
 * Lets the cards of a finished trick fly to the player who won it. The game does not wait for it, and it changes no
 * layout.
 */

import { cardsText } from '../cards/card';
import { prefersNoMotion } from '../lib/settings.svelte';
import { seatToBeat, type TableScene } from './scene';
import { tableViewport } from './tableViewport.svelte';

/** The duration of the flight in ms. */
const TIME = 380;

/** The play that would win the trick now. */
interface BestPlay {
  readonly seat: number;
  readonly cards: string;
}

const playedCards = (scene: TableScene, seat: number): string => {
  const last = scene.seats.find((one) => one.seat === seat)?.last;
  return last?.kind === 'cards' ? cardsText(last.cards) : '';
};

export function bestPlayOf(scene: TableScene): BestPlay | null {
  const best = seatToBeat(scene.seats);
  return best ? { seat: best.seat, cards: playedCards(scene, best.seat) } : null;
}

/** Whether the trick of a play is over, because the play no longer lies in front of its player. */
export const isTrickOver = ({ seat, cards }: BestPlay, scene: TableScene): boolean =>
  scene.result === null && playedCards(scene, seat) !== cards;

interface Source {
  readonly scene: TableScene;
  /** The element in which the plays lie. The cards fly above it. */
  readonly felt: HTMLElement | undefined;
}

export class TrickGathering {
  #best: BestPlay | null = null;

  /**
   * Must be called while a component is initialised. It runs before the component draws a new trick, so that the old
   * plays can still be copied.
   */
  constructor(at: Source) {
    $effect.pre(() => {
      const was = this.#best;
      const { scene } = at;
      const now = bestPlayOf(scene);
      const over = was !== null && isTrickOver(was, scene);
      this.#best = now ?? (over || scene.result ? null : was);
      if (over && at.felt && !prefersNoMotion()) flyCopiesToWinner(at.felt, was.seat);
    });
  }
}

const middleOf = ({ left, top, width, height }: DOMRect): [number, number] => [left + width / 2, top + height / 2];

function flyCopiesToWinner(felt: HTMLElement, winner: number): void {
  const face = felt.closest('.table')?.querySelector(`[data-seat="${winner}"] .face`)?.getBoundingClientRect();
  const plays = [...felt.querySelectorAll<HTMLElement>('[data-played]')];
  if (!face || plays.length === 0) return;
  const at = felt.getBoundingClientRect();
  const [toX, toY] = middleOf(face);
  const { scale } = tableViewport;
  const places = plays.map((play) => play.getBoundingClientRect());
  for (const [index, play] of plays.entries()) {
    const place = places[index]!;
    const [x, y] = middleOf(place);
    const copy = play.cloneNode(true) as HTMLElement;
    copy.removeAttribute('role');
    // A copy is not a play on the table: the next moment must not take it for its cards.
    copy.classList.remove('beat');
    copy.removeAttribute('data-played');
    copy.setAttribute('aria-hidden', 'true');
    Object.assign(copy.style, {
      position: 'absolute',
      zIndex: '3',
      left: `${(place.left - at.left) / scale}px`,
      top: `${(place.top - at.top) / scale}px`,
      pointerEvents: 'none',
    });
    felt.append(copy);
    const flight = copy.animate(
      [
        { translate: '0 0', scale: 1, opacity: 1 },
        { translate: `${(toX - x) / scale}px ${(toY - y) / scale}px`, scale: 0.2, opacity: 0 },
      ],
      { duration: TIME, easing: 'cubic-bezier(0.5, 0, 0.75, 0)' },
    );
    flight.onfinish = flight.oncancel = () => copy.remove();
  }
}
