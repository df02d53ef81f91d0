/**
 * Judges the moves of a puzzle. A puzzle from a pack is judged by a search on this device if it has a table of plays.
 * Otherwise the server judges; if it cannot be reached, the search or the solution is used.
 */

import { api } from '../wire/api';
import { cardsWithout } from '../model/reviewPresentation';
import type {
  ActionValue,
  MoveVerdict,
  PlayData,
  PuzzleAction,
  PuzzleMove,
  PuzzlePosition,
  PuzzleSolution,
  PuzzleView,
  TranslatableText,
} from '../wire/types';
import { cardsOfAction, takenFrom } from './actionCards';
import { JudgeWorkerClient } from './judgeWorkerClient';
import { reasonOf } from './moveReasons';
import type { Step, Verdict } from './offlineJudge';
import { isUnreachable } from './offlineCache';
import { cardsAt, positionAfter, withOwnCards } from './positions';
import { PASS } from './winSearch';

export interface JudgedMove {
  readonly seat: number;
  readonly text: string;
  readonly label: TranslatableText;
  readonly after: PuzzlePosition;
}

export interface Judgement {
  readonly isRight: boolean;
  readonly isOver: boolean;
  /** Whether the action is right but cannot be continued here, because the solution has no answer to it. */
  readonly isCut?: boolean;
  readonly move: JudgedMove;
  readonly answers: readonly JudgedMove[];
  /** A sentence about why the action is right or wrong; null if there is none. */
  readonly reason: TranslatableText | null;
  readonly values: readonly ActionValue[];
}

/** The move cannot be judged on this device, and the server cannot be reached. */
export class NeedsServer extends Error {}

/** The label of a step. */
const labelOf = ({ plays, pass_label: pass }: PlayData, { play }: Step): TranslatableText =>
  play === PASS ? pass : plays[play]![5];

/** Converts a step to a legal action with the cards that it takes from the hand. */
const actionOf = (table: PlayData, step: Step, hand: readonly string[]): PuzzleAction => ({
  action: step.text,
  text: step.text,
  label: labelOf(table, step),
  cards: takenFrom(hand, step.text),
});

const moveOf = ({ seat, text, label, position }: PuzzleMove): JudgedMove => ({ seat, text, label, after: position });

export class MoveJudge {
  readonly #client: JudgeWorkerClient | null;

  constructor(
    readonly view: PuzzleView,
    readonly solution: PuzzleSolution | null,
  ) {
    const { table, seat } = view;
    const line = solution?.moves.map(({ text }) => text) ?? [];
    this.#client = table ? new JudgeWorkerClient({ table, seat, line }) : null;
  }

  close(): void {
    this.#client?.close();
  }

  /**
   * Judges an action that follows the actions `played`. `cards` are the selected cards, which decide between equal
   * ranks.
   */
  async judge(
    played: readonly string[],
    text: string,
    position: PuzzlePosition,
    cards: readonly string[],
  ): Promise<Judgement> {
    if (this.#client && this.solution) return this.#judgeOnDevice(this.#client, played, text, position, cards);
    try {
      return this.#toJudgement(await api.judgePuzzle(this.view.id, [...played, text]), position, cards);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      if (this.#client) return this.#judgeOnDevice(this.#client, played, text, position, cards);
      return this.#judgeBySolution(played, text, position);
    }
  }

  #toJudgement(verdict: MoveVerdict, before: PuzzlePosition, cards: readonly string[]): Judgement {
    const { right, over, move, answers, reason, values } = verdict;
    const { seat, table } = this.view;
    const { hand } = cardsAt(before, seat);
    const taken = takenFrom(hand, move.text, cards);
    const left = cardsWithout(hand, taken);
    const shown = (one: PuzzleMove): JudgedMove => {
      const { after, ...rest } = moveOf(one);
      return { ...rest, after: table ? withOwnCards(after, seat, left, taken) : after };
    };
    return {
      isRight: right ?? false,
      isOver: over ?? false,
      move: shown(move),
      answers: answers?.map(shown) ?? [],
      reason: reason ?? null,
      values: values ?? [],
    };
  }

  async #judgeOnDevice(
    client: JudgeWorkerClient,
    played: readonly string[],
    text: string,
    position: PuzzlePosition,
    cards: readonly string[],
  ): Promise<Judgement> {
    const table = this.view.table!;
    const { verdict, legal } = await client.verdict([...played, text]);
    const own = position.legal?.find((one) => one.text === text);
    const move: JudgedMove = {
      seat: this.view.seat,
      text,
      label: own?.label ?? { type: 'words', key: text },
      after: positionAfter(position, this.view.seat, text, cards),
    };
    let now = move.after;
    const answers = verdict.answers.map((step) => {
      now = positionAfter(now, step.seat, step.text);
      return { seat: step.seat, text: step.text, label: labelOf(table, step), after: now };
    });
    const all = [move, ...answers];
    const last = all.at(-1)!;
    const held = cardsAt(last.after, this.view.seat).hand;
    const asked = { ...last, after: { ...last.after, legal: legal.map((step: Step) => actionOf(table, step, held)) } };
    const shown = [...all.slice(0, -1), asked];
    return {
      isRight: verdict.isRight,
      isOver: verdict.isOver,
      move: shown[0]!,
      answers: shown.slice(1),
      reason: this.#reasonOf(played, text, verdict),
      values: [],
    };
  }

  /**
   * The reason for a verdict. For a move of the solution it is the move's note, otherwise it is chosen by the facts of
   * the moves.
   */
  #reasonOf(played: readonly string[], text: string, verdict: Verdict): TranslatableText | null {
    const { table, sides, seat, reasons } = this.view;
    const moves = this.solution?.moves ?? [];
    if ([...played, text].every((one, at) => moves[at]?.text === one)) return moves[played.length]?.note ?? null;
    const plays = verdict.answers.filter((step) => step.play !== PASS && sides[step.seat] !== sides[seat]);
    const { isRight: right, isOver, isUnbeatable: unbeatable, answers } = verdict;
    return reasonOf(
      reasons ?? [],
      { right, ends: isOver && answers.length === 0, unbeatable },
      plays.map((step) => ({ seat: step.seat, label: labelOf(table!, step) })),
    );
  }

  /**
   * Judges an action by the solution, which has no answers to other right actions. Throws `NeedsServer` if an earlier
   * action has left the solution.
   */
  #judgeBySolution(played: readonly string[], text: string, position: PuzzlePosition): Judgement {
    const moves = this.solution?.moves ?? [];
    const here = moves[played.length];
    if (!here || played.some((one, at) => moves[at]!.text !== one)) throw new NeedsServer();
    const { seat } = this.view;
    const own = position.legal?.find((one) => one.text === text);
    const label = own?.label ?? here.label;
    const values = played.length === 0 ? (this.solution?.values ?? []) : [];
    const isMain = text === here.text;
    const move = isMain
      ? moveOf(here)
      : { seat, text, label, after: positionAfter(position, seat, text, [], own?.cards) };
    const next = moves.findIndex((one, at) => at > played.length && one.seat === seat);
    const answers = isMain ? moves.slice(played.length + 1, next < 0 ? undefined : next).map(moveOf) : [];
    const isOtherRight = !isMain && (here.right?.includes(text) ?? false);
    return {
      isRight: isMain || isOtherRight,
      isOver: !isMain || next < 0,
      isCut: isOtherRight,
      move,
      answers,
      reason: isMain ? (here.note ?? null) : null,
      values,
    };
  }

  /** The cards of a right action; empty if it is a pass. */
  async hint(played: readonly string[], position: PuzzlePosition): Promise<readonly string[]> {
    const { hand } = cardsAt(position, this.view.seat);
    if (this.#client) {
      const [best] = await this.#client.winningActions(played);
      return best ? takenFrom(hand, best.text) : [];
    }
    try {
      const { cards } = await api.puzzleHint(this.view.id, [...played]);
      return cards;
    } catch (error) {
      const next = this.solution?.moves[played.length];
      if (!isUnreachable(error) || !next) throw error;
      return cardsOfAction(next.text);
    }
  }
}
