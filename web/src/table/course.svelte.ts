/** What is heard and said of the course of a hand: it follows from what has changed. */

import { cardNames } from '../cards/names';
import { t } from '../i18n/index.svelte';
import { play } from '../lib/sound';
import type { Table } from '../wire/types';
import type { SeatScene, TableScene } from './scene';

/** Milliseconds for which cards fly in. */
const DEAL = 1600;

interface Moment {
  readonly version: number;
  readonly news: string;
  readonly plays: ReadonlyMap<number, string>;
  /** The number of the hand, once one holds cards. */
  readonly number: number | null;
  readonly times: number;
  readonly asked: boolean;
  readonly over: boolean;
}

function lastWords({ last, name }: SeatScene): string {
  if (!last) return '';
  return t('table.lastPlay', { name, cards: last.kind === 'cards' ? cardNames(last.cards) : last.word });
}

const momentOf = (table: Table, scene: TableScene): Moment => ({
  version: table.v,
  news: scene.news ?? '',
  plays: new Map(scene.seats.map((seat) => [seat.seat, lastWords(seat)])),
  number: scene.hand.length > 0 ? (table.hand?.number ?? null) : null,
  times: scene.stake?.times ?? 1,
  asked: scene.question !== null,
  over: scene.result !== null,
});

export class Course {
  /** For those who listen. */
  spoken = $state('');
  dealing = $state(false);
  #before: Moment | null = null;

  /** Belongs to a component. */
  constructor(at: { readonly table: Table; readonly scene: TableScene }) {
    $effect(() => {
      const now = momentOf(at.table, at.scene);
      const was = this.#before;
      this.#before = now;
      if (was) this.#follow(was, now, at.scene);
    });
  }

  #follow(was: Moment, now: Moment, scene: TableScene): void {
    const fresh = scene.seats.filter(({ seat }) => now.plays.get(seat) && now.plays.get(seat) !== was.plays.get(seat));
    const told = fresh.map(({ seat }) => now.plays.get(seat)!);
    if (now.news !== '' && now.news !== was.news) told.push(now.news);
    if (told.length > 0) this.spoken = told.join('; ');
    if (now.version !== was.version) scene.heard?.forEach(play);
    if (now.number !== null && now.number !== was.number) this.#deal();
    else if (now.over && !was.over) play(scene.result?.won === false ? 'lose' : 'win');
    else if (fresh.some(({ last }) => last?.kind === 'cards')) play(now.times > was.times ? 'bomb' : 'play');
    else if (fresh.length > 0) play('pass');
    if (now.asked && !was.asked) play('turn');
  }

  #deal(): void {
    this.dealing = true;
    play('deal');
    setTimeout(() => (this.dealing = false), DEAL);
  }
}
