/** Renders the server's messages at a table as sentences in the reader's language: questions, events and results. */

import { signedNumber, number, t } from '../i18n/index.svelte';
import { findText, renderMessage, type TextContext } from '../i18n/serverMessages';
import { nameOf } from '../i18n/personNames';
import { isVoid, pointsOf } from '../wire/outcomePoints';
import type { CoinsMoved, HandReveal, HandInfo, ScoreLine, SeatInfo, Table, TranslatableText } from '../wire/types';
import {
  actorsOf,
  gazeOf,
  isWinner,
  type AccountLine,
  type Factor,
  type LastAction,
  type Result,
  type TableScene,
  type Title,
} from './scene';
import type { Speech } from './familyTexts';
import { earlierPlaysBySeat } from './earlierPlays';

/** What texts need of a table: the names of the seats, and whose seat is addressed as "you". */
interface Seats {
  readonly seats: readonly { readonly name: string }[];
  readonly you: number | null;
}

const contextOf = (table: Seats, { words }: Speech, cards?: (text: string) => string): TextContext => ({
  words,
  names: table.seats.map(({ name }) => name),
  you: table.you,
  cards,
});

export const renderText = (table: Seats, speech: Speech, text: TranslatableText): string =>
  renderMessage(text, contextOf(table, speech, speech.shown && ((cards) => speech.shown!(cards))));

/** The maximum number of kinds of cards that a refusal names. */
const MANY = 5;

export const renderRefusal = (table: Seats, speech: Speech, text: TranslatableText): string =>
  renderMessage(text, contextOf(table, speech, speech.shown && ((cards) => speech.shown!(cards, MANY))));

/** A title as it is written on its seal, and as a word. */
export const titleIn = ({ words }: Speech, title: TranslatableText): Title => ({
  seal: findText(title.key.replace('title.', 'seal.'), words) ?? '',
  word: renderMessage(title, { words }),
});

const PROGRAM = '机';

/** The mark next to a name: a bot or a title. Null if there is none. */
function markOf({ program, title }: SeatInfo, speech: Speech): Title | null {
  if (program) return { seal: PROGRAM, word: t('room.seat.bot') };
  return title ? titleIn(speech, title) : null;
}

/** The last action of a seat. If the seat played cards, it includes the name of the play. */
function withPlayName(last: LastAction | null, table: Table, seat: number, speech: Speech): LastAction | null {
  const words = table.hand?.on_table?.[seat];
  return last?.kind === 'cards' && words ? { ...last, called: renderText(table, speech, words) } : last;
}

/**
 * The scene with the marks next to the names, the names of the plays, the directions in which heads look, and the
 * earlier plays.
 */
export function annotateScene<S extends TableScene>(scene: S, table: Table, speech: Speech): S {
  const trails = earlierPlaysBySeat(table, speech, scene.seats);
  const seats = scene.seats.map((one) => {
    const seat = table.seats[one.seat];
    const title = seat ? markOf(seat, speech) : null;
    return {
      ...one,
      last: withPlayName(one.last, table, one.seat, speech),
      gaze: gazeOf(scene.seats, one.seat, scene.me),
      trail: scene.result ? [] : (trails.get(one.seat) ?? []),
      ...(title ? { title } : {}),
    };
  });
  return { ...scene, seats };
}

/** The text of the question to the viewer. */
export const promptOf = (table: Table, speech: Speech): string =>
  table.hand?.question ? renderText(table, speech, table.hand.question) : t('table.yourTurn');

/** Texts of the terms of this hand, in a word or two each. */
export const handNotes = (table: Table, speech: Speech): string[] =>
  table.hand?.notes.map((one) => renderText(table, speech, one)) ?? [];

/** Texts of what a seat has declared, in a word or two each. */
export const seatNotes = (table: Table, speech: Speech, seat: number): string[] =>
  table.hand?.seat_notes?.[seat]?.map((one) => renderText(table, speech, one)) ?? [];

/** What a seat last said in this phase, or, while others still choose, that it has chosen. */
export function lastDeclarationOf(table: Table, speech: Speech, seat: number): LastAction | null {
  const said = table.hand?.declared?.[seat];
  return said ? { kind: 'word', word: renderText(table, speech, said.text), strong: said.strong ?? false } : null;
}

/** Texts of what has happened since the last message, for screen readers. */
export function newMessages(table: Table, speech: Speech): string[] {
  const context = contextOf(table, speech, speech.spoken);
  return table.steps.flatMap(({ messages }) => messages.flatMap((one) => (one ? [renderMessage(one, context)] : [])));
}

/** Texts of everything that has happened in the hand so far. */
export function logOf(table: Table, speech: Speech): string[] {
  const context = contextOf(table, speech, speech.spoken);
  return (table.log ?? []).map((one) => renderMessage(one, context));
}

const WORTH: Record<NonNullable<ScoreLine['how']>, (value: number) => string> = {
  base: number,
  times: (value) => `×${number(value)}`,
  plus: signedNumber,
  note: () => '',
  personal: (value) => `×${number(value)}`,
};

/** The lines of the score. `whose` returns the name of the seat to which a line belongs. */
export const scoreLines = (
  table: Table,
  speech: Speech,
  account: readonly ScoreLine[],
  lines: readonly TranslatableText[],
  whose: (line: ScoreLine, seat: number) => string = () => '',
): AccountLine[] =>
  account.map((line, at) => ({
    label: lines[at] ? renderText(table, speech, lines[at]) : line.code,
    value: WORTH[line.how ?? 'times'](line.value),
    note: line.seat == null ? '' : whose(line, line.seat),
  }));

const SIGNS: Partial<Record<NonNullable<ScoreLine['how']>, string>> = { base: '+', plus: '+', times: '×' };

/**
 * The factors of the stake in one line. The terms that are added come first, in brackets if they are multiplied, and
 * then the multipliers.
 */
function stakeFactors(table: Table, speech: Speech, { account, lines }: Pick<HandInfo, 'account' | 'lines'>): Factor[] {
  const found = account.flatMap((line, at) => {
    const sign = SIGNS[line.how ?? 'times'];
    const label = lines[at] ? renderText(table, speech, lines[at]) : line.code;
    return sign ? [{ sign, value: number(line.value), label }] : [];
  });
  const added = found.filter(({ sign }) => sign === '+').length;
  const bracketed = added > 1 && added < found.length;
  return found.map((one, at) => ({
    ...one,
    sign: at === 0 ? '' : one.sign,
    value: bracketed && at === 0 ? `(${one.value}` : bracketed && at === added - 1 ? `${one.value})` : one.value,
  }));
}

/** How the points of a seat are calculated, as in `24 × double 2 + 24 = 72`. Empty if they equal the stake. */
function pointsFormula(
  table: Table,
  speech: Speech,
  { account, lines, shares = [], stake }: HandInfo,
  seat: number,
): string {
  const parts = shares[seat] ?? [];
  const products = parts.map((part) =>
    [
      number(stake),
      ...part.lines.map((at) => `${renderText(table, speech, lines[at]!)} ${number(account[at]!.value)}`),
      ...(part.others > 1 ? [t('over.others', { n: part.others })] : []),
    ].join(' × '),
  );
  const whole = t('over.points', { n: number(parts.reduce((sum, { points }) => sum + points, 0)) });
  return products.join(' + ') === number(stake) ? '' : parts.length === 0 ? '' : `${products.join(' + ')} = ${whole}`;
}

/**
 * What the family adds to a result: for each seat its name, role and remaining cards, and to which seat a score line
 * belongs.
 */
export interface Ending {
  readonly seat: (seat: number) => Partial<Result['seats'][number]>;
  readonly whose?: (line: ScoreLine, seat: number) => string;
}

/** The players of a finished hand. A player who has left since has the name that they had in the hand. */
const playersOf = ({ seats }: Table, { names }: HandReveal): SeatInfo[] =>
  seats.map((seat) => ({ ...seat, name: nameOf(names[seat.seat] ?? seat.name, true) }));

/** The change in coins of a seat, with a note if the seat could not pay the full amount or did not get it. */
function coinChangeOf({ changes, uncapped }: CoinsMoved, seat: number): { change: number; note: string } {
  const [change, due] = [changes[seat] ?? 0, uncapped[seat] ?? 0];
  const note = change === due ? '' : t(due < 0 ? 'coins.short' : 'coins.cut', { n: number(Math.abs(due)) });
  return { change, note };
}

const feeOf = ({ coefficient, rake, withheld }: CoinsMoved): string =>
  [
    t('coins.fee', { n: number(coefficient), rake: number(rake) }),
    ...(withheld ? [t('coins.withheld', { n: number(withheld) })] : []),
  ].join(' · ');

/** The result of the hand; null while the hand is not over. */
export function resultOf(table: Table, speech: Speech, ending: Ending): Result | null {
  const { hand, you } = table;
  if (!hand?.reveal) return null;
  const { outcome, headline, replay } = hand.reveal;
  const won = isWinner(outcome, you);
  const left = outcome.left ?? null;
  const moved = hand.reveal.coins ?? null;
  const played = { ...table, seats: playersOf(table, hand.reveal) };
  const { seats } = played;
  const who = actorsOf(played);
  const text = renderText(played, speech, headline);
  const ended = left === null ? null : t(isVoid(outcome) ? 'over.void' : 'over.left');
  const title = ended ?? (won === null ? text : t(won ? 'over.won' : 'over.lost'));
  return {
    title,
    won,
    how: title === text ? '' : text,
    account: scoreLines(played, speech, hand.account, hand.lines, ending.whose ?? ((_, seat) => who(seat))),
    formula: stakeFactors(played, speech, hand),
    stake: outcome.winners.length === 0 && left === null ? null : hand.stake,
    seats: seats.map(({ seat, name, kind, points, title, promoted }) => ({
      seat,
      name,
      kind,
      sum: pointsFormula(played, speech, hand, seat),
      role: '',
      points: pointsOf(outcome, seat),
      total: points,
      coins: moved ? coinChangeOf(moved, seat) : null,
      cards: null,
      promoted: promoted && title ? titleIn(speech, title) : null,
      ...ending.seat(seat),
    })),
    notes: moved ? feeOf(moved) : '',
    replay,
  };
}
