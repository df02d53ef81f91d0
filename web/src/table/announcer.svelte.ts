/**
 * Announces the events of a hand by sound and to screen readers. It finds them by comparing each scene with the one
 * before.
 */

import { cardNames } from '../cards/cardNames';
import { joinSentences, t } from '../i18n/index.svelte';
import { alerts } from '../lib/notifications.svelte';
import { settings } from '../lib/settings.svelte';
import { play } from '../lib/sound';
import type { Table } from '../wire/types';
import { warningTimes } from './clock';
import { nameIn, type SeatScene, type TableScene } from './scene';

/** The duration of the deal animation in ms. */
const DEAL = 1600;
/** The number of ms after the end of a hand until the last announcement is removed. */
const SAID = 1000;
/** How long the device vibrates when it becomes the player's turn, in ms. */
const TURN = 60;

interface Moment {
  readonly version: number;
  readonly news: readonly string[];
  readonly plays: ReadonlyMap<number, string>;
  readonly addressed: string;
  /** The seats that have acted. Comparing their actions is not enough, because an action may equal the one before. */
  readonly acted: ReadonlySet<number>;
  /** The number of the hand once the viewer holds cards; null before. */
  readonly number: number | null;
  readonly isAsked: boolean;
  readonly over: boolean;
}

function lastWords(scene: TableScene, seat: SeatScene): string {
  const { last } = seat;
  if (!last) return '';
  return t('table.lastPlay', {
    name: nameIn(scene, seat),
    cards: last.kind === 'cards' ? cardNames(last.cards) : last.word,
  });
}

/** The state that the announcer observes. */
interface AnnouncerSource {
  readonly table: Table;
  readonly scene: TableScene;
  /** The message that is addressed to the player: a question or a refusal. */
  readonly addressed: string;
}

const snapshotOf = ({ table, scene, addressed }: AnnouncerSource, since: number): Moment => ({
  version: table.v,
  news: table.since === null ? [] : (scene.news ?? []),
  // Once the hand is over, its plays are no longer announced: they would be announced again when a player is renamed or
  // the language changes.
  plays: new Map(scene.result ? [] : scene.seats.map((seat) => [seat.seat, lastWords(scene, seat)])),
  addressed,
  acted: new Set(table.steps.filter(({ v }) => v > since).map(({ seat }) => seat)),
  number: scene.hand.length > 0 ? (table.hand?.number ?? null) : null,
  isAsked: scene.question !== null,
  over: scene.result !== null,
});

export class Announcer {
  /**
   * The text for screen readers: what happened, and then what the player is asked. Text that both contain is spoken
   * once.
   */
  spoken = $state('');
  dealing = $state(false);
  #before: Moment | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Must be called while a component is initialised. */
  constructor(at: AnnouncerSource) {
    $effect(() => {
      const was = this.#before;
      const now = snapshotOf(at, was?.version ?? at.table.v);
      this.#before = now;
      if (was) this.#announceChanges(was, now, at.scene);
      else this.spoken = now.addressed;
    });
    $effect(() => {
      const own = at.scene.seats.find(({ seat }) => seat === at.scene.me);
      if (!own?.clock || at.scene.question === null) return;
      const { end } = own.clock;
      const waits = warningTimes(own.clock).map((from) => from - performance.now());
      const timers = waits.filter((wait) => wait > 0).map((wait) => setTimeout(() => this.#warnOfTime(end!), wait));
      return () => timers.forEach(clearTimeout);
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  #announceChanges(was: Moment, now: Moment, scene: TableScene): void {
    const fresh = scene.seats.filter(({ seat }) => {
      const words = now.plays.get(seat);
      return words && (words !== was.plays.get(seat) || now.acted.has(seat));
    });
    const news = now.version === was.version ? [] : now.news;
    // The server's messages cover all that happened. After a jump to another position there are none, so the plays at
    // the seats are used.
    const spoken = news.length > 0 ? [...new Set(news)] : fresh.map(({ seat }) => now.plays.get(seat)!);
    const prompt = now.addressed === was.addressed ? '' : now.addressed;
    const parts = [...spoken.filter((text) => !prompt.includes(text)), prompt].filter(Boolean);
    if (parts.length > 0) this.#say(joinSentences(parts));
    if (now.over && !was.over) this.#timer = setTimeout(() => (this.spoken = ''), SAID);
    if (now.version !== was.version) scene.sounds?.forEach(play);
    if (now.number !== null && now.number !== was.number) this.#animateDeal();
    else if (fresh.some(({ last }) => last?.kind === 'cards')) play('play');
    else if (fresh.length > 0) play('pass');
    if (now.isAsked && !was.isAsked) {
      play('turn');
      if (settings.vibration) navigator.vibrate?.(TURN);
      alerts.notify(t('table.yourTurn'), scene.question?.prompt ?? '');
    }
  }

  #say(words: string): void {
    clearTimeout(this.#timer);
    this.spoken = words;
  }

  #warnOfTime(end: number): void {
    this.#say(t('table.clock', { n: Math.ceil((end - performance.now()) / 1000) }));
    play('late');
  }

  #animateDeal(): void {
    this.dealing = true;
    play('deal');
    setTimeout(() => (this.dealing = false), DEAL);
  }
}
