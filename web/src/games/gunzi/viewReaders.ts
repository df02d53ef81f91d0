/** Reads teams, trumps and tricks from the server's view of a hand. */

import { parseCards, type Card } from '../../cards/card';
import type { Side } from '../../table/scene';
import type { Table } from '../../wire/types';
import { levelText } from './cards';
import { teamAt } from './teams';
import type { State } from './types';
import { renderText } from '../../table/tableMessageTexts';
import { g, speech } from './texts';

const SIGNS = ['●', '▲', '■'];

export const sideOf = (team: number): Side => ({
  colour: `var(--side-${team})`,
  sign: SIGNS[team] ?? '',
  label: g(`side.${team as 0 | 1 | 2}`),
});

export const viewOf = (table: Table): State | null => (table.hand?.view ?? null) as State | null;

export interface TeamScene extends Side {
  readonly team: number;
  readonly level: string;
  readonly half: boolean;
  readonly points: number;
  readonly bank: boolean;
  readonly mine: boolean;
  readonly won: number;
  /** The text for screen readers. */
  readonly label: string;
}

export function teamsOf(table: Table, state: State): TeamScene[] {
  const { you } = table;
  return state.match.levels.map((played, team) => {
    const side = sideOf(team);
    const half = (state.match.halves?.[team] ?? 0) > 0;
    const points = state.points?.[team] ?? 0;
    const bank = state.banker != null && teamAt(table, state.banker) === team;
    const level = levelText(played);
    const name = g(half ? 'table.team_half' : 'table.team', {
      side: side.label,
      level: g('table.level', { level }),
      points,
    });
    return {
      ...side,
      team,
      level,
      half,
      points,
      bank,
      mine: you !== null && teamAt(table, you) === team,
      won: state.match.won?.[team] ?? 0,
      label: bank ? g('table.team_bank', { team: name }) : name,
    };
  });
}

/** One of the six plays of a trick. */
export interface TrickPlay {
  readonly seat: number;
  readonly cards: readonly Card[];
  /** The position in the trick, counted from 1 for the lead. */
  readonly order: number;
  readonly best: boolean;
}

const seatsOf = (state: State): number => state.secret.hands.length;

const playsOf = (seats: number, leader: number, plays: readonly string[], best: number): TrickPlay[] =>
  plays.map((cards, at) => ({
    seat: (leader + at) % seats,
    cards: parseCards(cards),
    order: at + 1,
    best: at === best,
  }));

/** The plays of the trick on the table: of the current trick or, until the next lead, of the one just taken. */
export function trickOf(state: State): TrickPlay[] {
  const { phase } = state;
  if (phase.type === 'playing' && phase.plays?.length)
    return playsOf(seatsOf(state), phase.leader, phase.plays, phase.best ?? 0);
  return phase.type === 'playing' || phase.type === 'over' ? lastTrick(state) : [];
}

export function lastTrick(state: State): TrickPlay[] {
  const { last } = state;
  if (!last) return [];
  const seats = seatsOf(state);
  return playsOf(seats, last.leader, last.plays, (last.taker - last.leader + seats) % seats);
}

/** Whether the current trick has at least one play. */
export const hasTrickBegun = ({ phase }: State): boolean => phase.type === 'playing' && (phase.plays?.length ?? 0) > 0;

/**
 * The text of a term of the hand: `led` is the play that was led, `lying` the points on the table, `bank_at` the points
 * that win the bank. Empty if the server sends none.
 */
export function termOf(table: Table, code: 'led' | 'lying' | 'bank_at'): string {
  const term = table.hand?.notes.find(({ key }) => key === `term.${code}`);
  return term ? renderText(table, speech, term) : '';
}

/** The number of points that wins the bank. */
export const pointsToWinBank = (table: Table): number =>
  Number(table.hand?.notes.find(({ key }) => key === 'term.bank_at')?.args?.points ?? 0);
