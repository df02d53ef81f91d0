import { expect, test } from 'vitest';
import { glyphOf, parseCards } from './cards';
import { meldsOf, type MeldScene } from './meldScene';
import type { Meld } from './types';

/** `三` open, `(三)` face down but known, `?` unknown. */
const textsOf = (melds: readonly MeldScene[]): string[] =>
  melds.map(({ tiles }) =>
    tiles.map(({ kind, down }) => (kind === null ? '?' : down ? `(${glyphOf(kind)})` : glyphOf(kind))).join(''),
  );
const LYING: Meld[] = [
  { way: 'eat', cards: parseCards('二七十') },
  { way: 'hide', cards: null },
  { way: 'dead', cards: parseCards('六六六') },
  { way: 'dragon', cards: null },
];

test('other players see how many cards are face down, and the one open card of a dead three', () => {
  expect(textsOf(meldsOf(LYING, null))).toEqual(['二七十', '???', '六(六)(六)', '????']);
});

test('the viewer knows their own face-down cards', () => {
  expect(textsOf(meldsOf(LYING, parseCards('三拾')))).toEqual([
    '二七十',
    '(三)(三)(三)',
    '六(六)(六)',
    '(拾)(拾)(拾)(拾)',
  ]);
});

test('at the end all cards are open', () => {
  const melds: Meld[] = [{ way: 'hide', cards: parseCards('三三三') }];
  expect(textsOf(meldsOf(melds, null, true))).toEqual(['三三三']);
});
