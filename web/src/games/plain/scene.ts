/** Builds a scene of any game from the fields that all games have. */

import { t } from '../../i18n/index.svelte';
import { plainSeat, type Question, type TableScene } from '../../table/scene';
import { newMessages, promptOf, resultOf, handNotes, renderText } from '../../table/tableMessageTexts';
import type { Speech } from '../../table/familyTexts';
import type { Zone, Table } from '../../wire/types';

/** A group of cards with its label. */
export interface CardGroup {
  readonly label: string;
  readonly cards: readonly string[];
  readonly hidden: number;
}

export interface PlainScene extends TableScene {
  /** The groups of cards in front of each seat, and of those in front of no seat. */
  readonly before: readonly (readonly CardGroup[])[];
  readonly middle: readonly CardGroup[];
  /** The viewer's own hand; null for a spectator. */
  readonly held: CardGroup | null;
}

const HAND = 'hand';

const hasCards = ({ cards = [], hidden = 0 }: Zone): boolean => cards.length > 0 || hidden > 0;

const toCardGroup =
  (table: Table, speech: Speech) =>
  ({ place, cards = [], hidden = 0 }: Zone): CardGroup => {
    const label = renderText(table, speech, { type: 'words', key: `pile.${place}` });
    return { label, cards, hidden };
  };

function cardsLeft(zones: readonly Zone[], seat: number): number | null {
  const hands = zones.filter((pile) => pile.seat === seat && pile.place === HAND);
  return hands.length === 0 ? null : hands.reduce((sum, { cards = [], hidden = 0 }) => sum + cards.length + hidden, 0);
}

/** The question to the viewer. Every action is a button, shown next to the hand. */
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
  const groups = toCardGroup(table, speech);
  const news = table.since === null ? [] : newMessages(table, speech);
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
    wilds: [],
    stake: null,
    notes: handNotes(table, speech),
    question: hand?.reveal ? null : questionOf(table, speech),
    status: statusOf(table),
    news,
    sounds: news.map(() => 'play' as const),
    counter: [],
    result: resultOf(table, speech, { seat: () => ({}) }),
    before: table.seats.map(({ seat }) =>
      zones
        .filter((pile) => pile.seat === seat && hasCards(pile) && (pile.place !== HAND || (seat !== you && pile.cards)))
        .map(groups),
    ),
    middle: zones.filter((pile) => pile.seat == null && hasCards(pile)).map(groups),
    held: own ? groups(own) : null,
  };
}
