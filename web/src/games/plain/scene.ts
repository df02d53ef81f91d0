/** Builds a scene for any table from the fields that every game has. */

import { t } from '../../i18n/index.svelte';
import { plainSeat, type Question, type TableScene } from '../../table/scene';
import { newsOf, promptOf, resultOf, termsOf, renderText } from '../../table/narration';
import type { Speech } from '../../table/speech';
import type { Zone, Table } from '../../wire/types';

/** A group of cards with its label. */
export interface Shown {
  readonly label: string;
  readonly cards: readonly string[];
  readonly hidden: number;
}

export interface PlainScene extends TableScene {
  /** Cards in front of each seat, and in front of no seat. */
  readonly before: readonly (readonly Shown[])[];
  readonly middle: readonly Shown[];
  /** The viewer's own hand. */
  readonly held: Shown | null;
}

const HAND = 'hand';

const isThere = ({ cards = [], hidden = 0 }: Zone): boolean => cards.length > 0 || hidden > 0;

const shownOf =
  (table: Table, speech: Speech) =>
  ({ place, cards = [], hidden = 0 }: Zone): Shown => {
    const label = renderText(table, speech, { type: 'words', key: `pile.${place}` });
    return { label, cards, hidden };
  };

function cardsLeft(zones: readonly Zone[], seat: number): number | null {
  const hands = zones.filter((pile) => pile.seat === seat && pile.place === HAND);
  return hands.length === 0 ? null : hands.reduce((sum, { cards = [], hidden = 0 }) => sum + cards.length + hidden, 0);
}

/** Every action is a button, shown next to the hand. */
function questionOf(table: Table, speech: Speech): Question | null {
  const { hand } = table;
  if (!hand?.choices) return null;
  const prompt = promptOf(table, speech);
  const buttons = hand.choices.actions.map(({ action, label }) => ({
    label: renderText(table, speech, label),
    action,
    primary: false,
  }));
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

export function sceneOf(speech: Speech, table: Table, receivedAt: number): PlainScene {
  const { hand, you } = table;
  const zones = hand?.zones ?? [];
  const shown = shownOf(table, speech);
  const news = table.since === null ? [] : newsOf(table, speech);
  const own = zones.find((pile) => pile.seat === you && pile.place === HAND);
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
      cardsLeft: cardsLeft(zones, info.seat),
      shown: null,
      last: null,
    })),
    me: you,
    hand: [],
    bottom: null,
    wild: null,
    stake: null,
    notes: termsOf(table, speech),
    question: hand?.reveal ? null : questionOf(table, speech),
    status: statusOf(table),
    news,
    heard: news.map(() => 'play' as const),
    counter: [],
    result: resultOf(table, speech, { seat: () => ({}) }),
    before: table.seats.map(({ seat }) =>
      zones
        .filter((pile) => pile.seat === seat && isThere(pile) && (pile.place !== HAND || (seat !== you && pile.cards)))
        .map(shown),
    ),
    middle: zones.filter((pile) => pile.seat == null && isThere(pile)).map(shown),
    held: own ? shown(own) : null,
  };
}
