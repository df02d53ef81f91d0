/** Chooses which moment to show and which call to speak now, from the server's latest messages. */

import { t } from '../../i18n/index.svelte';
import { prefersNoMotion } from '../../lib/settings.svelte';
import { play, type Sound } from '../../lib/sound';
import { speakAloud } from '../../lib/spokenCalls';
import type { Table } from '../../wire/types';
import type { TableScene } from '../scene';
import type { Speech } from '../familyTexts';
import { callOf, momentOf, type Moment } from './momentTriggers';

/** How long a moment is visible, in ms. A moment without animation is visible for longer, so that it can be read. */
const SEEN = 600;
const READ = 1200;
/**
 * How long played cards are shown before their moment, and how long the last play of a hand is shown if it has no
 * moment, in ms.
 */
const LANDED = 220;
const LAST = 500;

interface Source {
  readonly table: Table;
  readonly scene: TableScene;
  readonly speech: Speech;
}

interface Shown extends Moment {
  readonly id: number;
  /** The multiplier before and after the moment; null if it has not changed. */
  readonly times: readonly [number, number] | null;
}

/** A moment, or a pause in which the cards are visible, and how many ms it takes. */
interface Step {
  readonly moment: Moment | null;
  readonly times?: Shown['times'];
  readonly sound?: Sound;
  readonly ms: number;
}

interface Before {
  readonly version: number;
  readonly times: number;
  readonly over: boolean;
  readonly left: ReadonlyMap<number, number | null>;
}

const snapshotOf = ({ table, scene }: Source): Before => ({
  version: table.v,
  times: scene.stake?.times ?? 1,
  over: scene.result !== null,
  left: new Map(scene.seats.map(({ seat, cardsLeft }) => [seat, cardsLeft])),
});

export class Moments {
  now = $state.raw<Shown | null>(null);
  /** Whether moments or the pauses between them are being shown. */
  #isRunning = $state(false);
  #before: Before | null = null;
  #timer = 0;
  #count = 0;

  /** Whether an animation is running over the felt, or the cards are shown before one. */
  get isMoving(): boolean {
    return this.#isRunning && !prefersNoMotion();
  }

  /** Must be called while a component is initialised. It runs before the component is drawn. */
  constructor(at: Source) {
    $effect.pre(() => {
      const was = this.#before;
      const now = (this.#before = snapshotOf(at));
      if (!was || now.version === was.version || at.table.since === null) return;
      const messages = at.table.steps.flatMap((step) => step.messages.filter((one) => one !== null));
      for (const one of messages) {
        const call = callOf(one, at.speech);
        if (call) speakAloud(call);
      }
      const made = messages.flatMap((one) => momentOf(one, at.speech) ?? []).at(-1) ?? lastCardMoment(at, was);
      const times = now.times > was.times ? ([was.times, now.times] as const) : null;
      const steps = now.over && !was.over ? stepsOfEnd(at, made, times) : made ? stepsOf(made, times) : [];
      if (now.over && prefersNoMotion()) {
        // Without animation the result appears at once, and no word may be left below it.
        this.skip();
        steps.forEach(({ sound }) => sound && play(sound));
      } else if (steps.length > 0) this.#run(steps);
    });
    // The words of moments have characters that are in no page. Their font must be loaded before a moment is shown.
    $effect(() => void document.fonts.load("16px 'ZCOOL XiaoWei'", t('table.lastCard')));
    $effect(() => () => clearTimeout(this.#timer));
  }

  /** Ends the moment that is visible, so that a player need not wait for its end. */
  skip(): void {
    this.#run([]);
  }

  #run([step, ...rest]: readonly Step[]): void {
    clearTimeout(this.#timer);
    this.#isRunning = step !== undefined;
    this.now = step?.moment ? { ...step.moment, times: step.times ?? null, id: (this.#count += 1) } : null;
    if (!step) return;
    if (step.sound) play(step.sound);
    const ms = step.moment && prefersNoMotion() ? READ : prefersNoMotion() ? 0 : step.ms;
    this.#timer = window.setTimeout(() => this.#run(rest), ms);
  }
}

const SOUNDS: Partial<Record<Moment['kind'], Sound>> = {
  bomb: 'bomb',
  rocket: 'rocket',
  plane: 'plane',
  spring: 'spring',
  last: 'last',
  win: 'win',
  title: 'title',
};

/** The steps of a moment: if it is about cards, these are shown first. */
function stepsOf(moment: Moment, times: Shown['times']): readonly Step[] {
  const sound = SOUNDS[moment.kind];
  const shown = { moment, times, ...(sound ? { sound } : {}), ms: SEEN };
  return moment.cards ? [{ moment: null, ms: LANDED }, shown] : [shown];
}

/** The steps at the end of a hand: the last play, with its moment if it has one, and then the moment of the end. */
function stepsOfEnd(at: Source, made: Moment | null, times: Shown['times']): readonly Step[] {
  const end = momentAtEnd(at);
  const isLast = made !== null && made.kind !== 'last' && made.kind !== end?.kind;
  const lying: readonly Step[] = isLast ? stepsOf(made, times) : [{ moment: null, ms: LAST }];
  if (!end) return [...lying, { moment: null, sound: at.scene.result?.won === false ? 'lose' : 'win', ms: 0 }];
  return [...lying, ...stepsOf(end, isLast ? null : times)];
}

/** The moment at the end of a hand: a new title, a spring, or the viewer's win. Null if there is none. */
function momentAtEnd({ table, scene, speech }: Source): Moment | null {
  const { result } = scene;
  if (!result) return null;
  const promoted = result.seats.find(({ seat }) => seat === scene.me)?.promoted;
  if (promoted) return { kind: 'title', word: promoted.word, seal: promoted.seal };
  const line = table.hand?.lines.flatMap((one) => momentOf(one, speech) ?? []).find(({ kind }) => kind === 'spring');
  return line ?? (result.won ? { kind: 'win', word: result.title } : null);
}

function lastCardMoment({ scene, speech }: Source, was: Before): Moment | null {
  if (!speech.lastCard) return null;
  const one = scene.seats.find(({ seat, cardsLeft }) => cardsLeft === 1 && (was.left.get(seat) ?? 0) > 1);
  return one ? { kind: 'last', word: t('table.lastCard') } : null;
}
