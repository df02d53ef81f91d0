import { beforeAll, expect, test, vi } from 'vitest';
import type { TranslatableText } from '../../wire/types';
import type { Speech } from '../familyTexts';

const speech: Speech = {
  words: { en: { 'aloud.pair': 'pair of {rank}', 'aloud.bomb': 'bomb', 'aloud.passed': 'pass', 'aloud.pong': 'pong' } },
  spoken: (cards) => `<${cards}>`,
  moments: { 'play.bomb': 'bomb', 'pile.pong': 'mark' },
};

let effects: typeof import('./momentTriggers');
beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ language: 'en' }) });
  vi.stubGlobal('navigator', { language: 'en' });
  vi.stubGlobal('addEventListener', () => undefined);
  effects = await import('./momentTriggers');
});

const words = (key: string, args: NonNullable<TranslatableText['args']> = {}): TranslatableText => ({
  type: 'words',
  key,
  args,
});
const played = (play: TranslatableText): TranslatableText =>
  words('event.played', { who: { type: 'seat', seat: 1 }, play });
const pair = words('play.pair', { rank: { type: 'cards', cards: '3' } });

test('a play is called as players call it', () => {
  expect(effects.callOf(played(pair), speech)).toEqual({ text: 'Pair of <3>', clips: ['pair.3', 'pair'] });
  expect(effects.callOf(words('event.passed', { who: { type: 'seat', seat: 0 } }), speech)).toEqual({
    text: 'Pass',
    clips: ['passed'],
  });
  expect(effects.callOf(words('event.cards_dealt', { count: 17 }), speech)).toBeNull();
});

test('a play with wild cards is called by what it stands for', () => {
  const soft = words('play.soft', { play: words('play.bomb'), used: { type: 'cards', cards: '5 6' } });
  expect(effects.momentOf(played(soft), speech)).toEqual({ kind: 'bomb', word: 'Bomb', cards: true });
});

test('an everyday play gets no moment, a meld does', () => {
  expect(effects.momentOf(played(pair), speech)).toBeNull();
  const laid = words('event.melds_laid', { melds: [words('pile.shown', { way: words('pile.pong') })] });
  expect(effects.momentOf(laid, speech)).toEqual({ kind: 'mark', word: 'Pong', cards: true });
});
