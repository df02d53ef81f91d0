/** What is told at a table, in the reader's language: what is asked, what has happened, how a hand ended. */

import { gain, number, t } from '../i18n/index.svelte';
import { findText, renderMessage, type TextContext } from '../i18n/serverMessages';
import { nameOf } from '../i18n/personNames';
import { isVoid, pointsOf } from '../wire/outcome';
import type { CoinsMoved, Ended, HandInfo, ScoreLine, SeatInfo, Table, TranslatableText } from '../wire/types';
import {
  actorsOf,
  isWinner,
  type AccountLine,
  type Factor,
  type Last,
  type Result,
  type TableScene,
  type Title,
} from './scene';
import type { Speech } from './speech';

type Seats = Pick<Table, 'seats' | 'you'>;

const contextOf = (table: Seats, { words }: Speech, cards?: (text: string) => string): TextContext => ({
  words,
  names: table.seats.map(({ name }) => name),
  you: table.you,
  ...(cards ? { cards } : {}),
});

export const renderText = (table: Seats, speech: Speech, text: TranslatableText): string =>
  renderMessage(text, contextOf(table, speech, speech.shown && ((cards) => speech.shown!(cards))));

/** More kinds of cards than these are not all named where it is said what is wrong. */
const MANY = 5;

export const renderRefusal = (table: Seats, speech: Speech, text: TranslatableText): string =>
  renderMessage(text, contextOf(table, speech, speech.shown && ((cards) => speech.shown!(cards, MANY))));

/** A title, as it stands on a seal and as one says it. */
export const titleIn = ({ words }: Speech, title: TranslatableText): Title => ({
  seal: findText(title.key.replace('title.', 'seal.'), words) ?? '',
  word: renderMessage(title, { words, names: [], you: null }),
});

const PROGRAM = '机';

/** What stands beside a name: that a program plays, or a title. */
function mark({ program, title }: SeatInfo, speech: Speech): Title | null {
  if (program) return { seal: PROGRAM, word: t('room.seat.bot') };
  return title ? titleIn(speech, title) : null;
}

/** What a seat did last, with its name if it has put down cards. */
function called(last: Last | null, table: Table, seat: number, speech: Speech): Last | null {
  const words = table.hand?.lying?.[seat];
  return last?.kind === 'cards' && words ? { ...last, called: renderText(table, speech, words) } : last;
}

/** The same scene with what stands beside the names, and what the plays are called. */
export const annotateScene = <S extends TableScene>(scene: S, table: Table, speech: Speech): S => ({
  ...scene,
  seats: scene.seats.map((one) => {
    const seat = table.seats[one.seat];
    const title = seat ? mark(seat, speech) : null;
    return { ...one, last: called(one.last, table, one.seat, speech), ...(title ? { title } : {}) };
  }),
});

/** What the viewer is asked. */
export const promptOf = (table: Table, speech: Speech): string =>
  table.hand?.question ? renderText(table, speech, table.hand.question) : t('table.yourTurn');

/** What holds for this hand, in a word or two each. */
export const termsOf = (table: Table, speech: Speech): string[] =>
  table.hand?.terms.map((one) => renderText(table, speech, one)) ?? [];

/** What has happened since the last message, for those who listen. */
export function newsOf(table: Table, speech: Speech): string[] {
  const context = contextOf(table, speech, speech.spoken);
  return table.happened.flatMap(({ told }) => told.flatMap((one) => (one ? [renderMessage(one, context)] : [])));
}

/** What has happened in the hand until now. */
export function storyOf(table: Table, speech: Speech): string[] {
  const context = contextOf(table, speech, speech.spoken);
  return (table.story ?? []).map((one) => renderMessage(one, context));
}

const WORTH: Record<NonNullable<ScoreLine['how']>, (value: number) => string> = {
  base: number,
  times: (value) => `×${number(value)}`,
  plus: gain,
  note: () => '',
  personal: (value) => `×${number(value)}`,
};

/** An account line by line. `whose`: what is said of the seat that a line belongs to. */
export const accountOf = (
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

/** What makes the stake, in a line: first what is added, in brackets if it is multiplied, then the factors. */
export function formulaOf(
  table: Table,
  speech: Speech,
  { account, lines }: Pick<HandInfo, 'account' | 'lines'>,
): Factor[] {
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

/** What a seat's points are the sum of: 24 × double 2 + 24 = 72. */
function sumOf(table: Table, speech: Speech, { account, lines, shares = [], stake }: HandInfo, seat: number): string {
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

/** What the family adds: a seat's name and role at the end, and what it still held; whose a line of the account is. */
export interface Ending {
  readonly seat: (seat: number) => Partial<Result['seats'][number]>;
  readonly whose?: (line: ScoreLine, seat: number) => string;
}

/** Who played a hand that is over: one who has left since is called so still. */
const playersOf = ({ seats }: Table, { names }: Ended): SeatInfo[] =>
  seats.map((seat) => ({ ...seat, name: nameOf(names[seat.seat] ?? seat.name, true) }));

/** A point times the coefficient less the fee; where a seat could not pay all, or did not get all, what it would have been. */
function changeOf({ changes, dues }: CoinsMoved, seat: number): { change: number; note: string } {
  const [change, due] = [changes[seat] ?? 0, dues[seat] ?? 0];
  const note = change === due ? '' : t(due < 0 ? 'coins.short' : 'coins.cut', { n: number(Math.abs(due)) });
  return { change, note };
}

const feeOf = ({ coefficient, rake, withheld }: CoinsMoved): string =>
  [
    t('coins.fee', { n: number(coefficient), rake: number(rake) }),
    ...(withheld ? [t('coins.withheld', { n: number(withheld) })] : []),
  ].join(' · ');

/** How the hand ended. */
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
    account: accountOf(played, speech, hand.account, hand.lines, ending.whose ?? ((_, seat) => who(seat))),
    formula: formulaOf(played, speech, hand),
    stake: outcome.winners.length === 0 && left === null ? null : hand.stake,
    seats: seats.map(({ seat, name, kind, points, title, rose }) => ({
      seat,
      name,
      kind,
      sum: sumOf(played, speech, hand, seat),
      role: '',
      points: pointsOf(outcome, seat),
      total: points,
      coins: moved ? changeOf(moved, seat) : null,
      cards: null,
      rose: rose && title ? titleIn(speech, title) : null,
      ...ending.seat(seat),
    })),
    terms: moved ? feeOf(moved) : '',
    replay,
  };
}
