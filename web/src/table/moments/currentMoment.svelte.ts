/** Chooses which moment to show now and which call to speak, from the server's latest messages. */

import { t } from '../../i18n/index.svelte';
import { prefersNoMotion } from '../../lib/settings.svelte';
import { play } from '../../lib/sound';
import { speakAloud } from '../../lib/speechSynthesis';
import type { Table } from '../../wire/types';
import type { TableScene } from '../scene';
import type { Speech } from '../speech';
import { callOf, momentOf, type Moment } from './effects';

/** How long a moment is visible, in ms. One without animation stays longer, to be read. */
const SEEN = 600;
const READ = 1200;

interface Source {
  readonly table: Table;
  readonly scene: TableScene;
  readonly speech: Speech;
}

interface Shown extends Moment {
  readonly id: number;
  /** The multiplier before and after; null if it has not changed. */
  readonly times: readonly [number, number] | null;
}

interface Before {
  readonly version: number;
  readonly times: number;
  readonly over: boolean;
  readonly left: ReadonlyMap<number, number | null>;
}

const beforeOf = ({ table, scene }: Source): Before => ({
  version: table.v,
  times: scene.stake?.times ?? 1,
  over: scene.result !== null,
  left: new Map(scene.seats.map(({ seat, cardsLeft }) => [seat, cardsLeft])),
});

export class Moments {
  now = $state.raw<Shown | null>(null);
  #before: Before | null = null;
  #timer = 0;

  /** An animation is running over the felt. */
  get isMoving(): boolean {
    return this.now !== null && !prefersNoMotion();
  }

  /** Call this while a component initialises. It runs before the component is drawn. */
  constructor(at: Source) {
    $effect.pre(() => {
      const was = this.#before;
      const now = (this.#before = beforeOf(at));
      if (!was || now.version === was.version || at.table.since === null) return;
      const messages = at.table.steps.flatMap((step) => step.messages.filter((one) => one !== null));
      for (const one of messages) speakAloud(callOf(one, at.speech));
      const made = messages.flatMap((one) => momentOf(one, at.speech) ?? []);
      const moment = endOf(at, was) ?? made.at(-1) ?? lastCardOf(at, was);
      // Without animation the result appears at once, and no word may remain beneath it.
      if (now.over && prefersNoMotion()) this.now = null;
      else if (moment) this.#show(moment, now.times > was.times ? [was.times, now.times] : null);
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  #show(moment: Moment, times: Shown['times']): void {
    clearTimeout(this.#timer);
    this.now = { ...moment, times, id: (this.now?.id ?? 0) + 1 };
    if (moment.kind === 'rocket' || moment.kind === 'plane') play('bomb');
    this.#timer = window.setTimeout(() => (this.now = null), prefersNoMotion() ? READ : SEEN);
  }
}

/** The moment for the end of a hand: a new title, a spring, or the viewer's win. */
function endOf({ table, scene, speech }: Source, was: Before): Moment | null {
  const { result } = scene;
  if (!result || was.over) return null;
  const promoted = result.seats.find(({ seat }) => seat === scene.me)?.promoted;
  if (promoted) return { kind: 'title', word: promoted.word };
  const line = table.hand?.lines.flatMap((one) => momentOf(one, speech) ?? []).find(({ kind }) => kind === 'spring');
  return line ?? (result.won ? { kind: 'win', word: result.title } : null);
}

function lastCardOf({ scene, speech }: Source, was: Before): Moment | null {
  if (!speech.lastCard) return null;
  const one = scene.seats.find(({ seat, cardsLeft }) => cardsLeft === 1 && (was.left.get(seat) ?? 0) > 1);
  return one ? { kind: 'last', word: t('table.lastCard') } : null;
}
