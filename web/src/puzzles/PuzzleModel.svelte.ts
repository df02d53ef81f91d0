/** A puzzle as it is played: the moves so far, how the last one was judged, and what the try has come to. */

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

/** One move on the felt: who made it, its cards, and the position after it. */
export interface ShownMove {
  readonly seat: number;
  readonly text: string;
  readonly label: TranslatableText;
  readonly cards: readonly string[];
  readonly after: PuzzlePosition;
}

/** `asked`: one's turn; `answered`: the others move; `step`: the proof is stepped through. */
export type Stage = 'asked' | 'judging' | 'answered' | 'wrong' | 'solved' | 'step';

/** Milliseconds between two moves of the others. */
const PACE = 650;

const NOTHING = (): string => '';

export class PuzzleModel {
  readonly view: PuzzleView;
  readonly #moveJudge: MoveJudge;
  readonly #begun = Date.now();
  /** Every further attempt makes waiting moves stale. */
  #turn = 0;
  /** How many moves there were before the last own action. */
  #judgedFrom = 0;
  /** The id of the try. */
  #try = '';

  moves = $state.raw<readonly ShownMove[]>([]);
  stage = $state<Stage>('asked');
  /** The last own action was right. */
  isRight = $state(false);
  /** Writes why the last action was right or wrong, in the language of the moment. */
  #sentence = $state.raw<() => string>(NOTHING);
  values = $state.raw<readonly ActionValue[]>([]);
  failure = $state.raw<unknown>(null);
  /** What the try has come to; null while it is open. */
  result = $state<PuzzleTry['result'] | null>(null);
  ms = $state(0);
  /** What the server made of the try; null until it has it. */
  counted = $state.raw<TryOutcome | null>(null);
  solution = $state.raw<PuzzleSolution | null>(null);
  /** The server cannot be reached: the result waits on this device. */
  isWaiting = $state(false);
  /** Cards of a hint, to be chosen in the hand. */
  hinted = $state.raw<readonly string[]>([]);
  /** How many moves of the solution are on the felt, while it is stepped through. */
  at = $state(0);
  /** The names of the seats, for sentences. */
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

  /** What is on the felt. */
  readonly position = $derived(this.moves.at(-1)?.after ?? this.#start);
  /** The position before the last own action. */
  get #start(): PuzzlePosition {
    return this.view.position;
  }
  readonly legal = $derived.by((): readonly PuzzleAction[] =>
    this.stage === 'asked' ? (this.position.legal ?? []) : [],
  );
  /** One action reaches the goal or fails it. */
  get isOneAction(): boolean {
    return this.view.goal_kind === 'waits' || this.view.goal_kind === 'claim';
  }
  readonly isOver = $derived(this.stage === 'solved' || this.stage === 'step');

  /** Takes an action: judges it, and plays the answers. `cards`: those chosen in the hand. */
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
      this.#sentence = reason ? () => this.say(reason) : answer ? () => this.#saysAnswer(answer) : NOTHING;
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

  /** What the first of the others played, which is said where there is no reason. */
  #answerAfter(from: number): ShownMove | undefined {
    return this.moves.slice(from + 1).find(({ cards }) => cards.length > 0);
  }

  #saysAnswer({ seat, label }: ShownMove): string {
    return t('puzzles.plays', { name: this.names[seat] ?? '', what: this.say(playWithoutVerb(label)) });
  }

  /** Ends the try: only the first result counts. */
  #end(result: PuzzleTry['result']): void {
    if (this.result === null) {
      this.result = result;
      this.ms = Date.now() - this.#begun;
      this.#send(storeTry({ puzzle: this.view.id, result, line: this.#lineOf(result), ms: this.ms }));
    } else if (this.stage === 'solved') void this.#loadSolution();
  }

  /** What was played, for the room to judge: up to the first wrong action. */
  #lineOf(result: PuzzleTry['result']): string[] {
    const moves = result === 'missed' ? this.moves.slice(0, this.#judgedFrom + 1) : this.moves;
    return moves.map(({ text }) => text);
  }

  /** Sends the result again, if it waits. */
  retry(): void {
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

  /** Goes back to before the last own action. */
  again(): void {
    this.#turn += 1;
    this.#back(this.#judgedFrom);
  }

  restart(): void {
    this.#turn += 1;
    this.#back(0);
  }

  #back(count: number): void {
    this.moves = this.moves.slice(0, count);
    [this.stage, this.isRight, this.#sentence, this.values, this.hinted] = ['asked', false, NOTHING, [], []];
  }

  /** Chooses the cards of a right action. The try does not count as solved. */
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

  /** Shows the solution. The try does not count as solved. */
  giveUp(): void {
    this.#turn += 1;
    this.moves = [];
    this.stage = 'solved';
    this.#end('given_up');
  }

  // ---- moves one by one

  /** The moves that are stepped through: the proof, or the refutation of a wrong action. */
  steps = $state.raw<readonly (ShownMove & { readonly note: TranslatableText | null })[]>([]);
  /** What the page shows after stepping. */
  #left: { readonly moves: readonly ShownMove[]; readonly stage: Stage; readonly sentence: () => string } | null = null;

  /** Steps through the proof, or through the refutation from the wrong action on. */
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
