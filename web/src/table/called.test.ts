import { expect, test } from 'vitest';
import { parseCards } from '../cards/card';
import { Called } from './called';
import type { SeatScene, TableScene } from './scene';

/** A scene of one seat that has played. */
const played = (cards: string, called: string): TableScene => {
  const last = { kind: 'cards', cards: parseCards(cards), as: null, toBeat: true, called };
  return { seats: [{ seat: 1, last } as Partial<SeatScene> as SeatScene] } as Partial<TableScene> as TableScene;
};

test('a play keeps its name when later messages no longer tell it', () => {
  const names = new Called();
  const after = (scene: TableScene): unknown =>
    names.named(scene).seats.map(({ last }) => last?.kind === 'cards' && last.called);
  expect(after(played('7s8h', ''))).toEqual(['']);
  expect(after(played('7s8h', 'pair'))).toEqual(['pair']);
  expect(after(played('7s8h', ''))).toEqual(['pair']);
  expect(after(played('7s9h', ''))).toEqual(['']);
});
