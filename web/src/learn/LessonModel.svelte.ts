import { t } from '../i18n/index.svelte';
import type { Command, TableModel } from '../table/model';
import type { Readings, Said, Table } from '../wire/types';
import type { Lesson, Step } from './lesson';

const cardsIn = (text: string): string => (text.match(/../g) ?? []).sort().join('');

/** A table that goes on when the learner does what the lesson asks. */
export class LessonModel implements TableModel {
  at = $state(0);
  refusal = $state<string | null>(null);
  readonly receivedAt = performance.now();
  readonly said: ReadonlyMap<number, Said> = new Map();

  constructor(readonly lesson: Lesson) {}

  get step(): Step {
    return this.lesson.steps[this.at]!;
  }

  get table(): Table {
    return this.step.table;
  }

  to(at: number): void {
    this.at = Math.max(0, Math.min(this.lesson.steps.length - 1, at));
    this.refusal = null;
  }

  act(action: unknown): void {
    const { want } = this.step;
    const right = want?.kind === 'cards' ? { type: 'play' } : want?.action;
    if (want && JSON.stringify(right) === JSON.stringify(action)) this.to(this.at + 1);
    else this.refusal = t('problem.lesson');
  }

  preview(text: string): Promise<Readings> {
    const { want } = this.step;
    return want?.kind === 'cards' && cardsIn(text) === cardsIn(want.cards)
      ? this.hint()
      : Promise.resolve({ t: 'readings', id: '', readings: [], code: 'lesson', args: {} });
  }

  hint(): Promise<Readings> {
    const { want } = this.step;
    const readings =
      want?.kind === 'cards' ? [{ action: { type: 'play' }, text: `play ${want.play}@${want.cards}` }] : [];
    return Promise.resolve({ t: 'readings', id: '', readings });
  }

  /** There is nobody to talk to; what follows the last step is the page's business. */
  send(_command: Command): void {}
}
