import { t, localizedText } from '../i18n/index.svelte';
import { withLocalNames } from '../i18n/personNames';
import type { TableModel } from '../table/tableModel';
import type { Reading, Readings, SocialEvent, Table, TranslatableText } from '../wire/types';
import { withLog } from '../wire/mergeTable';
import { cardFinder } from './cardFinder';
import type { Lesson, Slip, Step } from './lesson';

const answer = (readings: readonly Reading[], why: Partial<Readings> = {}): Promise<Readings> =>
  Promise.resolve({ t: 'readings', id: '', readings: [...readings], ...why });

const areEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How long a demonstrated move is shown before it is made, in ms. */
const LOOKED = 1000;

/** The table of a lesson. It advances when the learner makes the move that the lesson asks for. */
export class LessonModel implements TableModel {
  at = $state(0);
  refusal = $state<string | null>(null);
  shown = $state.raw<Reading | null>(null);
  #timer = 0;
  readonly receivedAt = performance.now();
  readonly utterances: ReadonlyMap<number, SocialEvent> = new Map();
  readonly #cardsIn: (text: string) => string;

  constructor(readonly lesson: Lesson) {
    this.#cardsIn = cardFinder(lesson.cards);
  }

  get step(): Step {
    return this.lesson.steps[this.at]!;
  }

  readonly table: Table = $derived(withLocalNames(this.#tableSoFar()));

  #tableSoFar(): Table {
    const steps = this.lesson.steps.slice(0, this.at + 1);
    return steps.reduce<Table | null>((last, { table }) => withLog(last, table), null)!;
  }

  get ended(): boolean {
    return this.at === this.lesson.steps.length - 1;
  }

  goToStep(at: number): void {
    this.at = Math.max(0, Math.min(this.lesson.steps.length - 1, at));
    this.refusal = null;
    this.shown = null;
    clearTimeout(this.#timer);
  }

  /** Demonstrates the move that the lesson asks for, and then makes it. */
  show(): void {
    const { want } = this.step;
    if (!want || this.shown) return;
    this.shown = want;
    this.#timer = window.setTimeout(() => this.act(want.action), LOOKED);
  }

  act(action: unknown): void {
    const { want, slips = [] } = this.step;
    if (want && areEqual(want.action, action)) this.goToStep(this.at + 1);
    else this.refusal = this.#about(slips.find((slip) => areEqual(slip.action, action)));
  }

  preview(text: string): Promise<Readings> {
    const { want, slips = [] } = this.step;
    const cards = this.#cardsIn(text);
    if (want && this.#cardsIn(want.text) === cards) return this.hint();
    const slip = slips.find((one) => this.#cardsIn(one.text) === cards);
    const words: TranslatableText = slip?.words ?? {
      type: 'words',
      key: 'lesson.why',
      args: { why: this.#about(slip) },
    };
    return answer([], { words });
  }

  hint(): Promise<Readings> {
    const { want } = this.step;
    return answer(want ? [want] : []);
  }

  /** Does nothing: there is nobody to talk to, and the page handles what follows the last step. */
  send(): void {}

  #about(slip: Slip | undefined): string {
    return slip?.say ? localizedText(slip.say) : t('learn.other');
  }
}
