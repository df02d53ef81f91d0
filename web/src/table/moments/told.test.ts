import { expect, test } from 'vitest';
import { speech } from '../../games/doudizhu/words';
import { speech as tiles } from '../../games/zipai/words';
import { settings } from '../../lib/settings.svelte';
import type { Words } from '../../wire/types';
import { callOf, momentOf } from './told';

settings.language = 'zh';

const words = (key: string, args: Words['args'] = {}): Words => ({ type: 'words', key, args });
const played = (play: Words): Words => words('event.played', { who: { type: 'seat', seat: 1 }, play });

test('a play is called as players call it', () => {
  expect(callOf(played(words('play.pair', { rank: { type: 'cards', cards: '3' } })), speech)).toBe('对3');
  expect(callOf(played(words('play.rocket')), speech)).toBe('王炸');
  expect(callOf(words('event.passed', { who: { type: 'seat', seat: 0 } }), speech)).toBe('要不起');
  expect(callOf(words('event.cards_dealt', { count: 17 }), speech)).toBe('');
});

test('a play with wild cards is called by what it stands for', () => {
  const soft = words('play.soft', { play: words('play.bomb', { rank: { type: 'cards', cards: '5' } }) });
  expect(momentOf(played(soft), speech)).toEqual({ kind: 'bomb', word: '炸弹' });
});

test('an everyday play makes no moment, a meld does', () => {
  expect(momentOf(played(words('play.pair', { rank: { type: 'cards', cards: '3' } })), speech)).toBeNull();
  const laid = words('event.melds_laid', { melds: [words('pile.shown', { way: words('pile.pong') })] });
  expect(momentOf(laid, tiles)).toEqual({ kind: 'mark', word: '碰' });
});
