/** Any table as a scene, by what the server tells of every game. */

import { gain, number, t } from '../../i18n/index.svelte';
import type { Words } from '../../i18n/languages';
import {
  actorsOf,
  isWinner,
  plainSeat,
  type AccountLine,
  type Question,
  type Result,
  type TableScene,
} from '../../table/scene';
import type { Line, Pile, Table, Words as Told } from '../../wire/types';
import { placeName, spoken } from './words.svelte';

/** Cards that lie together, and what they are called. */
export interface Shown {
  readonly label: string;
  readonly cards: readonly string[];
  readonly hidden: number;
}

export interface PlainScene extends TableScene {
  /** What lies before each seat, and before nobody. */
  readonly before: readonly (readonly Shown[])[];
  readonly middle: readonly Shown[];
  /** The viewer's own hand. */
  readonly held: Shown | null;
}

type Say = (told: Told) => string;

const HAND = 'hand';

const isThere = ({ cards = [], hidden = 0 }: Pile): boolean => cards.length > 0 || hidden > 0;

const shownOf =
  (words: Words) =>
  ({ place, cards = [], hidden = 0 }: Pile): Shown => ({ label: placeName(words, place), cards, hidden });

function cardsLeft(piles: readonly Pile[], seat: number): number | null {
  const hands = piles.filter((pile) => pile.seat === seat && pile.place === HAND);
  return hands.length === 0 ? null : hands.reduce((sum, { cards = [], hidden = 0 }) => sum + cards.length + hidden, 0);
}

/** Every choice is a button; they stand open beside the hand. */
function questionOf({ hand }: Table, say: Say): Question | null {
  if (!hand?.choices) return null;
  const prompt = hand.question ? say(hand.question) : t('table.yourTurn');
  const buttons = hand.choices.actions.map(({ action, label }) => ({ label: say(label), action, primary: false }));
  return {
    kind: 'buttons',
    prompt,
    without: null,
    hints: true,
    buttons: [],
    list: { label: prompt, buttons, open: true },
  };
}

function statusOf({ hand, seats, you }: Table): string {
  const one = hand?.reveal ? undefined : hand?.acting.find(({ seat, must }) => must && seat !== you);
  return one ? t('table.turnOf', { name: seats[one.seat]?.name ?? '' }) : '';
}

const WORTH: Record<NonNullable<Line['how']>, (value: number) => string> = {
  base: number,
  plus: gain,
  times: (value) => `×${number(value)}`,
  personal: (value) => `×${number(value)}`,
  note: () => '',
};

function accountOf({ hand }: Table, say: Say, who: (seat: number) => string): AccountLine[] {
  return (hand?.account ?? []).map(({ value, how = 'times', seat }, at) => {
    const words = hand?.lines[at];
    return { label: words ? say(words) : '', value: WORTH[how](value), note: seat == null ? '' : who(seat) };
  });
}

function resultOf(table: Table, say: Say, who: (seat: number) => string): Result | null {
  const reveal = table.hand?.reveal;
  if (!reveal) return null;
  return {
    title: say(reveal.headline),
    won: isWinner(reveal.outcome, table.you),
    account: [{ label: say(reveal.reason), value: '', note: '' }, ...accountOf(table, say, who)],
    stake: null,
    seats: table.seats.map(({ seat, name, points }) => ({
      seat,
      name,
      role: '',
      points: reveal.outcome.points[seat] ?? 0,
      total: points,
      cards: null,
    })),
    replay: reveal.replay,
  };
}

export function sceneOf(words: Words, table: Table, receivedAt: number): PlainScene {
  const { hand, you } = table;
  const who = actorsOf(table);
  const say: Say = (told) => spoken(words, told, who);
  const piles = hand?.piles ?? [];
  const shown = shownOf(words);
  const told = table.since === null ? [] : table.happened.flatMap((step) => step.told);
  const own = piles.find((pile) => pile.seat === you && pile.place === HAND);
  return {
    seats: table.seats.map((info) => ({
      ...plainSeat(
        table,
        info,
        hand?.reveal ? undefined : hand?.acting.find((one) => one.seat === info.seat),
        receivedAt,
      ),
      role: null,
      marks: [],
      cardsLeft: cardsLeft(piles, info.seat),
      shown: null,
      last: null,
    })),
    me: you,
    hand: [],
    bottom: null,
    wild: null,
    stake: null,
    terms: [],
    question: hand?.reveal ? null : questionOf(table, say),
    status: statusOf(table),
    news: told.flatMap((words) => (words ? [say(words)] : [])),
    heard: told.flatMap((words) => (words ? ['play' as const] : [])),
    counter: [],
    result: resultOf(table, say, who),
    before: table.seats.map(({ seat }) =>
      piles
        .filter((pile) => pile.seat === seat && isThere(pile) && (pile.place !== HAND || (seat !== you && pile.cards)))
        .map(shown),
    ),
    middle: piles.filter((pile) => pile.seat == null && isThere(pile)).map(shown),
    held: own ? shown(own) : null,
  };
}
