import { withLocalNames } from '../i18n/personNames';
import type { TableModel } from '../table/tableModel';
import type { Readings, SocialEvent, Table } from '../wire/types';
import { reading } from './staticTable';

const SOMETHING: Readings = { t: 'readings', id: 'x', readings: [reading({ type: 'pass' }, 'play 33')] };

/** The server's readings of some cards with a wild card, in ascending order of rank. */
const AMBIGUOUS: Readonly<Record<string, readonly string[]>> = { '5JJQQ': ['JJJ+QQ<JJ5QQ', 'QQQ+JJ<QQ5JJ'] };

/**
 * Milliseconds after which a moment (a short animation) is shown again. A moment of the end of a hand comes after a
 * further pause.
 */
const AGAIN = 1200;

/** A table that never changes by itself and accepts every request. */
export class FixtureModel implements TableModel {
  readonly receivedAt = performance.now();
  readonly utterances: ReadonlyMap<number, SocialEvent> = new Map();
  readonly refusal = null;

  #sent = $state.raw<Table>()!;
  readonly table: Table = $derived(withLocalNames(this.#sent));

  /** `next` is a table that alternates with `still`, so that the change between them can be inspected. */
  constructor(still: Table, next: Table | null = null) {
    this.#sent = still;
    if (!next) return;
    const switchTables = (): void => {
      const v = this.#sent.v + 2;
      this.#sent = { ...still, v: v - 1 };
      requestAnimationFrame(() => (this.#sent = { ...next, v, since: v - 1 }));
    };
    $effect(() => {
      const timer = setInterval(switchTables, AGAIN);
      return () => clearInterval(timer);
    });
  }

  /** Writes the action into the page, where tests can read it. */
  act(action: unknown): void {
    document.documentElement.dataset.acted = JSON.stringify(action);
  }

  send(): void {}

  preview(text: string): Promise<Readings> {
    const none: Readings = { ...SOMETHING, readings: [], code: 'no_combination' };
    const ranks = [...text.replace(/[shdcj]/g, '')].sort().join('');
    const wild = this.table.table.options.wild ? AMBIGUOUS[ranks] : undefined;
    if (wild) {
      const readings = wild.map((what) => reading({ type: 'play', what }, `play ${what}`));
      return Promise.resolve({ ...SOMETHING, readings });
    }
    return Promise.resolve(text.length === 6 ? none : SOMETHING);
  }

  hint(): Promise<Readings> {
    return Promise.resolve({
      ...SOMETHING,
      readings: [reading({}, 'play QQ'), reading({}, 'play JJ')],
    });
  }
}
