/** Judges the actions of a puzzle in which one side wins, by the rules of the server and with its table of plays. */

import type { PlayData } from '../wire/types';
import { PASS, WinSearch, type WinPosition } from './winSearch';

/** An action of a seat. `play` is the number of the play, or `PASS`. */
export interface Step {
  readonly seat: number;
  readonly play: number;
  readonly text: string;
}

export interface Verdict {
  readonly isRight: boolean;
  /**
   * The moves after the action. After a right action they end when the solver has to act again; after a wrong one they
   * play the hand to its end.
   */
  readonly answers: readonly Step[];
  readonly isOver: boolean;
  /** Whether the action is a play that no other side can beat. */
  readonly isUnbeatable: boolean;
}

export const PASS_TEXT = 'pass';
/** The maximum number of positions to search when defences are compared. All that need more count as equally good. */
const MOST_WORK = 3000;

/** An action is not legal. */
export class NotLegal extends Error {}

export class OfflineJudge {
  readonly #search: WinSearch;

  /** `seat` is the solver's seat. */
  constructor(
    readonly table: PlayData,
    readonly seat: number,
    /** The texts of the solution's moves. The other seats follow it as long as the solver does. */
    readonly line: readonly string[] = [],
  ) {
    this.#search = new WinSearch(table, table.sides[seat]!);
  }

  /**
   * Judges an action that follows the actions `played`. Throws `NotLegal`, and `OutOfNodes` if the search is too large.
   */
  judge(played: readonly string[], action: string): Verdict {
    const before = this.#positionAfter(played);
    const play = this.#playOf(before, action);
    const position = this.#search.after(before, play);
    const isRight = this.#wins(position);
    const isUnbeatable = play !== PASS && !this.#canBeBeaten(position);
    const answers: Step[] = [];
    const texts = [...played, action];
    let now = position;
    while (this.#search.winnerAt(now) === null) {
      if (isRight && now.turn === this.seat) return { isRight, answers, isOver: false, isUnbeatable };
      const step = this.#answerAt(now, texts);
      answers.push(step);
      texts.push(step.text);
      now = this.#search.after(now, step.play);
    }
    return { isRight, answers, isOver: true, isUnbeatable };
  }

  /** The legal actions after the actions `played`. */
  actionsAfter(played: readonly string[]): Step[] {
    const position = this.#positionAfter(played);
    return this.#search.winnerAt(position) === null
      ? this.#search.actionsAt(position).map((play) => this.#stepOf(position.turn, play))
      : [];
  }

  /** The actions after `played` with which the side to move wins. Throws `OutOfNodes` if the search is too large. */
  winningAfter(played: readonly string[]): Step[] {
    const position = this.#positionAfter(played);
    return this.#winningAt(position).map((play) => this.#stepOf(position.turn, play));
  }

  #winningAt(position: WinPosition): number[] {
    const own = this.#search.isOwn(position.turn);
    return this.#search.actionsAt(position).filter((play) => this.#wins(this.#search.after(position, play)) === own);
  }

  /** Whether a seat of another side can beat the play on the table, if all seats before it pass. */
  #canBeBeaten(position: WinPosition): boolean {
    const side = this.table.sides[position.owner];
    for (let now = position; now.turn !== position.owner; now = this.#search.after(now, PASS)) {
      if (this.#search.winnerAt(now) !== null) return false;
      if (this.table.sides[now.turn] !== side && this.#search.actionsAt(now).some((play) => play !== PASS)) return true;
    }
    return false;
  }

  #wins(position: WinPosition): boolean {
    return this.#search.wins(position);
  }

  #stepOf(seat: number, play: number): Step {
    return { seat, play, text: play === PASS ? PASS_TEXT : this.table.plays[play]![0] };
  }

  #playOf(position: WinPosition, text: string): number {
    const legal = this.#search.winnerAt(position) === null ? this.#search.actionsAt(position) : [];
    const found = legal.find((play) => this.#stepOf(position.turn, play).text === text);
    if (found === undefined) throw new NotLegal(text);
    return found;
  }

  #positionAfter(played: readonly string[]): WinPosition {
    return played.reduce(
      (position, text) => this.#search.after(position, this.#playOf(position, text)),
      this.#search.startPosition(),
    );
  }

  /**
   * The next action: that of the solution as long as all have followed it, otherwise a best action of the seat to move.
   */
  #answerAt(position: WinPosition, played: readonly string[]): Step {
    const { turn } = position;
    const follows = played.every((text, at) => this.line[at] === text);
    const next = this.line[played.length];
    if (follows && next !== undefined) return this.#stepOf(turn, this.#playOf(position, next));
    const isWinning = this.#wins(position) === this.#search.isOwn(turn);
    const actions = isWinning ? this.#winningAt(position) : this.#search.actionsAt(position);
    return this.#stepOf(turn, this.#chooseAction(position, actions, isWinning ? -1 : 1));
  }

  /**
   * Chooses an action by the work that its proof takes: with `sign` -1 the least, for the winning side, and with 1 the
   * most.
   */
  #chooseAction(position: WinPosition, actions: readonly number[], sign: 1 | -1): number {
    if (actions.length === 1) return actions[0]!;
    const works = actions.map((play) => sign * this.#search.workAt(this.#search.after(position, play), MOST_WORK));
    return actions[works.indexOf(Math.max(...works))]!;
  }
}
