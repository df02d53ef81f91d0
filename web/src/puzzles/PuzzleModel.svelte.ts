/** The state of a puzzle: the moves so far, the verdict on the last one, and the result of the try. */

import { renderMessage } from '../i18n/serverMessages';
import { t } from '../i18n/index.svelte';
import { prefersNoMotion } from '../lib/settings.svelte';
import { familyOf } from '../games';
import { api } from '../wire/api';
import type {
  ActionValue,
  PuzzleAction,
  PuzzlePosition,
  PuzzleSolution,
  PuzzleTry,
  PuzzleView,
  TranslatableText,
  TryOutcome,
} from '../wire/types';
import { cardsPlayed } from './positions';
import { playWithoutVerb } from './playLabels';
import { MoveJudge, type JudgedMove } from './moveJudge';
import type { LoadedPuzzle } from './puzzleLoading';
import { storeTry, sendTries } from './unsentTries';

/** A move that is shown on the felt, with its cards and the position after it. */
export interface ShownMove {
  readonly seat: number;
  readonly text: string;
  readonly label: TranslatableText;
  readonly cards: readonly string[];
  readonly after: PuzzlePosition;
}

/**
 * `asked`: the solver has to act. `judging`: the action is being judged. `answered`: the moves are being shown. `wrong`
 * and `solved`: the action or the puzzle is over. `step`: the solver steps through the solution or a refutation.
 */
export type Stage = 'asked' | 'judging' | 'answered' | 'wrong' | 'solved' | 'step';

/** Milliseconds between two moves that are shown. */
const PACE = 650;

const NOTHING = (): string => '';

export class PuzzleModel {
  readonly view: PuzzleView;
  readonly #moveJudge: MoveJudge;
  readonly #begun = Date.now();
  /**
   * A counter by which pending work finds out that it is stale, because the solver has acted again, gone back or left.
   */
  #turn = 0;
  /** The number of moves before the solver's last action. */
  #judgedFrom = 0;
  /** The id of the try; empty before it has ended. */
  #try = '';

  moves = $state.raw<readonly ShownMove[]>([]);
  stage = $state<Stage>('asked');
  /** Whether the solver's last action was right. */
  isRight = $state(false);
  /** Returns the sentence below the verdict. It is a function, so that the sentence follows a change of language. */
  #sentence = $state.raw<() => string>(NOTHING);
  values = $state.raw<readonly ActionValue[]>([]);
  failure = $state.raw<unknown>(null);
  /** The result of the try; null while it is open. */
  result = $state<PuzzleTry['result'] | null>(null);
  ms = $state(0);
  /** How the server counted the try; null until it has answered. */
  counted = $state.raw<TryOutcome | null>(null);
  solution = $state.raw<PuzzleSolution | null>(null);
  /** Whether the result waits on this device, because the server cannot take it now. */
  isWaiting = $state(false);
  /** The cards of the hint, to be selected in the hand. */
  hinted = $state.raw<readonly string[]>([]);
  /** The number of steps on the felt, in stage `step`. */
  at = $state(0);
  /** The names by seat, for sentences. */
  names = $state.raw<readonly string[]>([]);

  constructor({ view, solution }: LoadedPuzzle) {
    this.view = view;
    this.solution = solution;
    this.#moveJudge = new MoveJudge(view, solution);
  }

  close(): void {
    this.#turn += 1;
    this.#moveJudge.close();
  }

  get speech() {
    return familyOf(this.view.rules).speech;
  }

  get sentence(): string {
    return this.#sentence();
  }

  say(text: TranslatableText): string {
    const { words, shown } = this.speech;
    return renderMessage(text, {
      words,
      names: this.names,
      you: this.view.seat,
      cards: shown && ((cards) => shown(cards)),
    });
  }

  /** The position on the felt. */
  readonly position = $derived(this.moves.at(-1)?.after ?? this.#start);
  /** The position at the start of the puzzle. */
  get #start(): PuzzlePosition {
    return this.view.position;
  }
  readonly legal = $derived.by((): readonly PuzzleAction[] =>
    this.stage === 'asked' ? (this.position.legal ?? []) : [],
  );
  /** Whether the puzzle asks for a single action. */
  get isOneAction(): boolean {
    return this.view.goal_kind === 'waits' || this.view.goal_kind === 'claim';
  }
  readonly isOver = $derived(this.stage === 'solved' || this.stage === 'step');

  /**
   * Plays an action of the solver: has it judged, then shows it and the answers. `cards` are the cards selected in the
   * hand.
   */
  async play(text: string, cards: readonly string[] = []): Promise<void> {
    if (this.stage !== 'asked') return;
    const turn = ++this.#turn;
    this.failure = null;
    this.stage = 'judging';
    const before = this.moves;
    this.#judgedFrom = before.length;
    try {
      const verdict = await this.#moveJudge.judge(
        before.map((move) => move.text),
        text,
        this.position,
        cards,
      );
      if (turn !== this.#turn) return;
      this.hinted = [];
      if (verdict.isCut) {
        [this.stage, this.#sentence] = ['asked', () => t('puzzles.also_right')];
        return;
      }
      this.isRight = verdict.isRight;
      this.values = verdict.values;
      await this.#show([verdict.move, ...verdict.answers], turn);
      if (turn !== this.#turn) return;
      const { reason } = verdict;
      const answer = this.#answerAfter(before.length);
      this.#sentence = reason ? () => this.say(reason) : answer ? () => this.#answerSentence(answer) : NOTHING;
      this.stage = !verdict.isRight ? 'wrong' : verdict.isOver ? 'solved' : 'asked';
      if (!verdict.isRight) this.#end('missed');
      else if (verdict.isOver) this.#end('solved');
    } catch (error) {
      if (turn !== this.#turn) return;
      this.moves = before;
      this.stage = 'asked';
      this.failure = error;
    }
  }

  async #show(moves: readonly JudgedMove[], turn: number): Promise<void> {
    for (const [at, move] of moves.entries()) {
      if (at > 0 && !prefersNoMotion()) await new Promise((resolve) => setTimeout(resolve, PACE));
      if (turn !== this.#turn) return;
      this.stage = 'answered';
      const cards = cardsPlayed(this.position, move.after, move.seat);
      this.moves = [...this.moves, { ...move, cards }];
    }
  }

  /** The first play of cards after the solver's action at index `from`. It is named if there is no reason. */
  #answerAfter(from: number): ShownMove | undefined {
    return this.moves.slice(from + 1).find(({ cards }) => cards.length > 0);
  }

  #answerSentence({ seat, label }: ShownMove): string {
    return t('puzzles.plays', { name: this.names[seat] ?? '', what: this.say(playWithoutVerb(label)) });
  }

  /** Ends the try with a result, and sends it. Later results do not count. */
  #end(result: PuzzleTry['result']): void {
    if (this.result === null) {
      this.result = result;
      this.ms = Date.now() - this.#begun;
      this.#send(storeTry({ puzzle: this.view.id, result, line: this.#lineOf(result), ms: this.ms }));
    } else if (this.stage === 'solved') void this.#loadSolution();
  }

  /** The actions that are sent to the server. If the puzzle was missed, the last one is the wrong action. */
  #lineOf(result: PuzzleTry['result']): string[] {
    const moves = result === 'missed' ? this.moves.slice(0, this.#judgedFrom + 1) : this.moves;
    return moves.map(({ text }) => text);
  }

  /** Sends the result again if it waits on this device. */
  resendResult(): void {
    if (this.isWaiting) this.#send(this.#try);
  }

  #send(id: string): void {
    this.#try = id;
    sendTries()
      .then((results) => {
        this.isWaiting = results === null;
        this.counted = results?.find((one) => one.id === id) ?? this.counted;
        return this.counted?.problem ? undefined : this.#loadSolution();
      })
      .catch((error: unknown) => (this.failure = error));
  }

  async #loadSolution(): Promise<void> {
    if (this.stage !== 'solved' || this.solution?.others) return;
    try {
      this.solution = await api.puzzleSolution(this.view.id);
    } catch (error) {
      if (this.solution === null) this.failure = error;
    }
  }

  /** Takes back the solver's last action and the answers to it. */
  undoAction(): void {
    this.#turn += 1;
    this.#goBackTo(this.#judgedFrom);
  }

  restart(): void {
    this.#turn += 1;
    this.#goBackTo(0);
  }

  #goBackTo(count: number): void {
    this.moves = this.moves.slice(0, count);
    [this.stage, this.isRight, this.#sentence, this.values, this.hinted] = ['asked', false, NOTHING, [], []];
  }

  /** Selects the cards of a right action. An open try ends with result `hint`. */
  async hint(): Promise<void> {
    if (this.stage !== 'asked') return;
    this.#end('hint');
    try {
      const texts = this.moves.map(({ text }) => text);
      this.hinted = await this.#moveJudge.hint(texts, this.position);
      if (this.hinted.length === 0) this.#sentence = () => t('puzzles.hint.pass');
    } catch (error) {
      this.failure = error;
    }
  }

  /** Shows the solution. An open try ends with result `given_up`. */
  giveUp(): void {
    this.#turn += 1;
    this.moves = [];
    this.stage = 'solved';
    this.#end('given_up');
  }

  // ---- moves one by one

  /** The moves that the solver steps through: the solution, or the refutation of a wrong action. */
  steps = $state.raw<readonly (ShownMove & { readonly note: TranslatableText | null })[]>([]);
  /** The state to which `leaveSteps` returns. */
  #left: { readonly moves: readonly ShownMove[]; readonly stage: Stage; readonly sentence: () => string } | null = null;

  /** Begins to step through the solution or, after a wrong action, through its refutation. */
  showSteps(): void {
    this.#left = { moves: this.moves, stage: this.stage, sentence: this.#sentence };
    if (this.stage === 'wrong') {
      this.steps = this.moves.map((move) => ({ ...move, note: null }));
      this.stepTo(this.#judgedFrom + 1);
    } else {
      let before = this.#start;
      this.steps = (this.solution?.moves ?? []).map(({ seat, text, label, position, note }) => {
        const cards = cardsPlayed(before, position, seat);
        before = position;
        return { seat, text, label, cards, after: position, note: note ?? null };
      });
      this.stepTo(1);
    }
  }

  stepTo(at: number): void {
    this.stage = 'step';
    this.at = Math.max(0, Math.min(this.steps.length, at));
    this.moves = this.steps.slice(0, this.at);
    const note = this.steps[this.at - 1]?.note;
    this.#sentence = note ? () => this.say(note) : NOTHING;
  }

  leaveSteps(): void {
    if (!this.#left) return;
    ({ moves: this.moves, stage: this.stage, sentence: this.#sentence } = this.#left);
    this.#left = null;
  }
}
