/** Names of the cards. */

import { words, type Key } from '../../i18n/generated/zipai';
import { translator } from '../../i18n/index.svelte';
import { findText } from '../../i18n/serverMessages';
import { settings } from '../../lib/settings.svelte';
import { glyphOf, numberOf, parseCards, type Kind } from './cards';
import type { MeldScene } from './meldScene';
import type { Wait } from './types';

/** The name of a card for screen readers. It says whether the card is small or big, because 三 and 叁 sound alike. */
export const cardName = (kind: Kind): string => translator(words)(`spoken.${glyphOf(kind)}` as Key);

export const cardNames = (kinds: readonly Kind[]): string => kinds.map(cardName).join(' ');

/** A card in a sentence. In languages whose readers need numbers, the card is spelled out. */
export const cardText = (kind: Kind): string =>
  findText('language.numerals') === 'true' ? cardName(kind) : glyphOf(kind);

/**
 * The server's text for cards as the reader sees it: a single card by its name, a meld also with its numbers in
 * languages whose readers need them.
 */
export function cardsInSentence(text: string): string {
  const each = text.split(' ').map((cards) => {
    const [first, ...others] = parseCards(cards);
    if (first === undefined) return cards;
    if (others.length === 0) return cardText(first);
    return settings.numerals ? `${cards} (${[first, ...others].map(numberOf).join(' ')})` : cards;
  });
  return each.join(' ');
}

/**
 * Text about a card that wins, with the points for each place that the card can come from. `least` is the number of
 * points that a hand needs to win.
 */
export function waitText(wait: Wait, least: number): string {
  const z = translator(words);
  if (wait.own < least) return `${cardName(wait.card)}: ${z('table.wait_few')}`;
  const others = [
    ...(wait.drawn !== null && wait.drawn >= least ? [z('table.wait_drawn', { points: wait.drawn })] : []),
    ...(wait.hand !== null && wait.hand >= least ? [z('table.wait_hand', { points: wait.hand })] : []),
  ];
  return [z('table.wait', { card: cardName(wait.card), points: wait.own }), ...others].join(', ');
}

/** A meld's text for screen readers. */
export function meldText({ way, tiles }: MeldScene): string {
  const z = translator(words);
  const kinds = tiles.flatMap((tile) => (tile.kind === null ? [] : [tile.kind]));
  const down = tiles.some((tile) => tile.down);
  const cards = kinds.length === 0 ? z('table.down', { count: tiles.length }) : cardNames(kinds);
  return `${z(`pile.${way}` as Key)} ${down && kinds.length > 0 ? z('table.down_as', { cards }) : cards}`;
}
