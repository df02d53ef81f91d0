/** The twenty kinds of cards as numbers: 0 to 9 are the small cards 一 to 十, 10 to 19 the big cards 壹 to 拾. */

import type { Card } from '../../cards/card';
import { facts } from './types';

export type Kind = number;

export const NUMERALS = '一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾';
const RED: readonly number[] = facts.red;

export const numberOf = (kind: Kind): number => (kind % 10) + 1;
export const isBig = (kind: Kind): boolean => kind >= 10;
export const isRed = (kind: Kind): boolean => RED.includes(kind);
export const glyphOf = (kind: Kind): string => NUMERALS[kind] ?? '?';

/** The card of a kind, with the numeral as its rank and without a suit. */
export const cardOf = (kind: Kind): Card => ({ text: glyphOf(kind), rank: glyphOf(kind), suit: null });
export const kindOf = (card: Pick<Card, 'text'>): Kind => NUMERALS.indexOf(card.text);

/** The cards of a hand that is given as counts per kind, in ascending order. */
export const cardsOf = (counts: readonly number[]): Kind[] =>
  counts.flatMap((copies, kind) => Array.from({ length: copies }, () => kind));

export const parseCards = (text: string): Kind[] =>
  [...text].map((letter) => NUMERALS.indexOf(letter)).filter((kind) => kind >= 0);

/** The cards that an action's text discards. */
export const cardsOfAction = (text: string): Card[] =>
  text.startsWith('discard ') ? parseCards(text).map(cardOf) : [];
