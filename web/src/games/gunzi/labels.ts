/** What the game's actions, refusals and lines of account are called. */

import { cardName } from '../../cards/names';
import type { Slot } from '../../hand/slots';
import { gain, number, t } from '../../i18n/index.svelte';
import type { AccountLine } from '../../table/scene';
import type { Line } from '../../wire/types';
import { cardsOf, levelText, readable } from './cards';
import type { Action } from './types';
import { g, told } from './words';

/** Cards in a sentence, jokers by the name they have in the language. */
export const inWords = (text: string): string =>
  readable(text).replace(/大王/g, t('card.R')).replace(/小王/g, t('card.B'));

const MANY = 5;

/** Cards in a sentence: a few by name, of many how many they are. */
export function some(text: string): string {
  const kinds = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  if (kinds.length <= MANY) return inWords(text);
  const count = text.split(/[\s,]+/).filter(Boolean).length;
  return g('table.more', { cards: inWords(kinds.slice(0, MANY - 1).join(' ')), count });
}

/** The details of a refusal: cards with their signs, shapes by name. */
export function details(args: Readonly<Record<string, string>>): Record<string, string> {
  const read: Record<string, (value: string) => string> = {
    cards: some,
    card: inWords,
    shape: (value) =>
      value
        .split('+')
        .map((size) => told('shape', size))
        .join('+'),
  };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, read[name]?.(value) ?? value]));
}

/** Identical cards of the hand: how many there are, how many are chosen. */
export function stackLabel({ cards }: Slot, taken: number): string {
  const card = cardName(cards[0]!);
  const count = cards.length;
  if (count === 1) return card;
  return taken > 0 ? g('table.stack_taken', { card, count, taken }) : g('table.stack', { card, count });
}

/** An action on a button. */
export function actionLabel(action: Action, asked: string): string {
  switch (action.type) {
    case 'pass':
      return g(asked === 'jokers' ? 'action.pass_jokers' : 'action.pass_show');
    case 'show':
      if (action.call && /[BR]j/.test(action.cards))
        return g('action.show_call', { cards: inWords(action.cards), call: told('call', action.call) });
      return g('action.show', { cards: inWords(action.cards) });
    case 'take_back':
      return g('action.take_back', { cards: inWords(action.cards) });
    case 'pay':
      return g('action.pay', { cards: inWords(action.cards) });
    default:
      return 'cards' in action ? inWords(action.cards) : action.type;
  }
}

/** The same for an action as text: `play 8s 8s`, `show Bj Bj Bj s`, `pass`. */
export function tell(action: string): string {
  const [verb = '', ...rest] = action.split(' ');
  const cards = inWords(
    cardsOf(action)
      .map(({ text }) => text)
      .join(' '),
  );
  const call = verb === 'show' ? rest.at(-1) : undefined;
  const called = call && /^([shcd]|none)$/.test(call) ? ` ${told('call', call)}` : '';
  return told('action', verb, { cards }) + called;
}

/** Lines whose value stands in their own words. */
const IN_WORDS = new Set<Line['how']>(['note']);

export function accountLine(line: Line, who: (line: Line) => string): AccountLine {
  const level = line.code === 'level' || line.code === 'level_half';
  const args = Object.fromEntries((line.args ?? []).map((text, at) => [at, text ? inWords(text) : '–']));
  return {
    label: told('account', line.code, { ...args, value: level ? levelText(line.value) : number(line.value) }),
    value: IN_WORDS.has(line.how ?? 'times') ? '' : gain(line.value),
    note: who(line),
  };
}
