import type { TableModel, Command } from '../table/model';
import type { Readings, Said, Table } from '../wire/types';

const SOMETHING: Readings = { t: 'readings', id: 'x', readings: [{ action: { type: 'pass' }, text: 'play 33' }] };

/** A table that stands still: it agrees to everything. */
export class FixtureModel implements TableModel {
  readonly receivedAt = performance.now();
  readonly said: ReadonlyMap<number, Said> = new Map();
  readonly refusal = null;

  constructor(readonly table: Table) {}

  act(): void {}

  send(_command: Command): void {}

  preview(text: string): Promise<Readings> {
    const none: Readings = { ...SOMETHING, readings: [], code: 'no_combination' };
    return Promise.resolve(text.length === 6 ? none : SOMETHING);
  }

  hint(): Promise<Readings> {
    return Promise.resolve({
      ...SOMETHING,
      readings: [
        { action: {}, text: 'play QQ' },
        { action: {}, text: 'play JJ' },
      ],
    });
  }
}
