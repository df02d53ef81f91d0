/**
 * A move that the player is composing: the selected cards, the server's readings of them, and the advice of the house
 * player.
 */

import { untrack } from 'svelte';
import type { Card } from '../cards/card';
import {
  candidatePlays,
  selectedCards,
  pruneSelection,
  selectPlay,
  NOTHING,
  selectOneMoreOfRank,
  type HandCard,
  type Selection,
} from '../hand/selection';
import { t } from '../i18n/index.svelte';
import { settings } from '../lib/settings.svelte';
import { recordPass } from './autoPass.svelte';
import { isPassForced } from './autoPassTimes';
import type { Reading, Readings } from '../wire/types';
import type { TableModel } from './tableModel';
import type { ActionButton, CardsQuestion, Question, TableScene } from './scene';
import { renderRefusal, renderText } from './tableMessageTexts';
import type { Speech } from './familyTexts';

/** Delay in ms before asking the server what the cards are, so that a sweep sends one request and not one per card. */
const REST = 60;

/** The state that a draft observes. */
export interface MoveDraftSource {
  readonly model: TableModel;
  readonly family: {
    readonly speech: Speech;
    readonly cardsOf: (action: string) => readonly Pick<Card, 'text' | 'rank'>[];
  };
  readonly scene: TableScene;
  readonly hand: readonly HandCard[];
  /** Called when the player acts. */
  readonly onact: () => void;
}

export class MoveDraft {
  readonly #source: MoveDraftSource;
  #lastPreview = $state.raw<{ readonly text: string; readonly readings: Readings } | null>(null);
  #notice = $state('');
  #suggestedAction = $state('');
  /** The text of the play about which the player was warned because it breaks a bomb; empty if there was no warning. */
  #warnedOf = '';
  #askedAt = 0;
  #cachedHints: {
    readonly decision: number;
    readonly readings: readonly Reading[];
    next: number;
    readonly sure: string | null;
  } | null = null;

  selection = $state.raw<Selection>(NOTHING);
  /** The readings of the selected cards from which the player must choose one; null if there is nothing to choose. */
  choosing = $state.raw<readonly Reading[] | null>(null);

  readonly question = $derived.by((): Question | null => this.#source.scene.question);
  readonly picked = $derived.by(() => selectedCards(this.#source.hand, this.selection));
  readonly #choices = $derived.by(() => this.#source.model.table?.hand?.choices ?? null);
  readonly #decision = $derived(this.#choices?.decision ?? null);
  readonly #query = $derived(
    this.question?.kind === 'cards' && this.picked.length > 0 ? this.question.text(this.picked) : '',
  );
  readonly #readings = $derived(
    this.#lastPreview?.text === this.#query && this.#query !== '' ? this.#lastPreview.readings : null,
  );
  /** Whether the selected cards are no legal action. */
  readonly isRefused = $derived(this.#readings?.readings.length === 0);

  /** Must be called while a component is initialised; the effects end with the component. */
  constructor(at: MoveDraftSource) {
    this.#source = at;
    $effect(() => {
      this.selection = pruneSelection(this.selection, at.hand);
    });
    // A new decision: drop the selection, advice and messages of the last one.
    $effect(() => {
      void this.#decision;
      this.#askedAt = performance.now();
      this.choosing = null;
      this.#notice = '';
      this.#suggestedAction = '';
      this.#lastPreview = null;
    });
    $effect(() => {
      const { shown } = at.model;
      if (shown) untrack(() => this.#suggest(shown));
    });
    $effect(() => {
      if (this.#query === '') return;
      const timer = setTimeout(() => void this.#preview(), REST);
      return () => clearTimeout(timer);
    });
  }

  /** The message to show: why the cards are refused, the advice, the question, or the state of the hand. */
  readonly message = $derived.by((): string => {
    const { family, model, scene } = this.#source;
    if (this.#notice) return this.#notice;
    const refused = this.#readings;
    if (refused?.words && this.isRefused) return renderRefusal(model.table!, family.speech, refused.words);
    if (model.refusal) return model.refusal;
    const { question } = this;
    if (!question) return scene.status;
    return (question.kind === 'cards' && question.about?.(this.picked)) || this.#selectionName || question.prompt;
  });

  /** The name of the selected cards if they have exactly one reading; otherwise empty. */
  readonly #selectionName = $derived.by((): string => {
    const { family, model } = this.#source;
    const [only, ...others] = this.#readings?.readings ?? [];
    const play = only?.label.args?.play;
    if (others.length > 0 || typeof play !== 'object' || !('key' in play)) return '';
    return t('act.chosen', { what: renderText(model.table!, family.speech, play) });
  });
  readonly isUrgent = $derived.by(
    () => this.#notice !== '' || this.isRefused || (this.#source.model.refusal !== null && !this.isRefused),
  );

  /** Whether the message is addressed to the player, and does not only describe the state of the hand. */
  readonly isAddressed = $derived.by(() => this.isUrgent || this.question !== null);

  isSuggested(action: unknown): boolean {
    return this.#suggestedAction !== '' && JSON.stringify(action) === this.#suggestedAction;
  }

  select(next: Selection): void {
    this.selection = next;
    this.choosing = null;
    this.#notice = '';
    this.#warnedOf = '';
  }

  clear(): void {
    this.select(NOTHING);
  }

  /** Selects cards of the hand to show which ones an action uses. */
  selectCards(cards: readonly Pick<Card, 'text' | 'rank'>[]): void {
    this.select(selectPlay(this.#source.hand, cards));
  }

  selectRank(rank: string): void {
    this.select(selectOneMoreOfRank(this.selection, this.#source.hand, rank));
  }

  act(action: unknown): void {
    const { question } = this;
    if (question && action === question.without?.action && !isPassForced(question))
      recordPass(performance.now() - this.#askedAt);
    this.clear();
    this.#source.onact();
    this.#source.model.act(action);
  }

  /**
   * Returns the readings of the selected cards: from the listed legal actions if these contain them, otherwise from the
   * server.
   */
  async #preview(): Promise<Readings | null> {
    const text = this.#query;
    if (text === '') return null;
    if (this.#lastPreview?.text === text) return this.#lastPreview.readings;
    const found = this.#choices?.actions.filter((choice) => choice.text === text) ?? [];
    const answer: Readings =
      found.length > 0 ? { t: 'readings', id: '', readings: found } : await this.#source.model.preview(text);
    if (this.#query === text) this.#lastPreview = { text, readings: answer };
    return answer;
  }

  async submit(): Promise<void> {
    const answer = await this.#preview();
    if (!answer) return;
    const [only] = answer.readings;
    if (answer.readings.length === 1 && only) this.#play(only);
    else if (answer.readings.length > 1) this.choosing = answer.readings;
  }

  /** Makes a play. If it would break a bomb, warns the player first, and makes it only when it is submitted again. */
  #play({ action, text, breaks_bomb }: Reading): void {
    if (!breaks_bomb || !settings.askBomb || this.#warnedOf === text) this.act(action);
    else {
      this.#warnedOf = text;
      this.#notice = t('act.breaksBomb');
    }
  }

  /** Takes the primary action; returns false if there is none. */
  takePrimary(): boolean {
    const { question } = this;
    if (question?.kind === 'cards') void this.submit();
    const button = question?.kind === 'buttons' ? question.buttons.find((one) => one.primary) : undefined;
    if (button) this.act(button.action);
    return question?.kind === 'cards' || button !== undefined;
  }

  decline(): void {
    const no: ActionButton | null = this.question?.without ?? null;
    if (no) this.act(no.action);
  }

  /**
   * The advice of the house player for this decision. Null if the decision is over, or if the server refuses to advise;
   * then the message says so.
   */
  async #fetchHints(): Promise<readonly Reading[] | null> {
    const decision = this.#decision;
    if (decision === null) return [];
    if (this.#cachedHints?.decision !== decision) {
      const { readings, sure, words } = await this.#source.model.hint();
      if (this.#decision !== decision) return null;
      if (words) {
        // Not kept, so the next press asks again: "cannot beat" would be wrong, and who must lead could not pass.
        this.#notice = renderRefusal(this.#source.model.table!, this.#source.family.speech, words);
        return null;
      }
      this.#cachedHints = { decision, readings, next: 0, sure: sure ? (readings[0]?.text ?? null) : null };
    }
    const { readings } = this.#cachedHints;
    if (this.question?.kind !== 'cards') return readings;
    return readings.filter((reading) => this.#source.family.cardsOf(reading.text).length > 0);
  }

  async hint(): Promise<void> {
    if (!this.question?.hints) return;
    const list = await this.#fetchHints();
    if (!list) return;
    const reading = list[(this.#cachedHints?.next ?? 0) % list.length];
    if (!reading) this.#notice = t('act.cantBeat');
    else {
      this.#cachedHints!.next += 1;
      this.#suggest(reading);
    }
  }

  #suggest(reading: Reading): void {
    const { family, hand, model } = this.#source;
    if (this.question?.kind === 'cards') this.select(selectPlay(hand, family.cardsOf(reading.text)));
    else {
      this.#suggestedAction = JSON.stringify(reading.action);
      this.#notice = t('act.advice', { what: renderText(model.table!, family.speech, reading.label) });
    }
    if (reading.text === this.#cachedHints?.sure)
      this.#notice = t('act.sureAdvice', { what: renderText(model.table!, family.speech, reading.label) });
  }

  /**
   * Selects the best play within the swept cards, which is the longest one that is advised or legal. If there is none,
   * the swept cards stay selected.
   */
  async selectBestWithin(cards: readonly HandCard[]): Promise<void> {
    const { question } = this;
    if (question?.kind !== 'cards' || !question.hints) return;
    const { selection } = this;
    const best = await this.#bestWithin(cards, question);
    if (best && this.selection === selection && this.question === question) this.select(best);
  }

  async #bestWithin(cards: readonly HandCard[], question: CardsQuestion): Promise<Selection | null> {
    const advised = ((await this.#fetchHints()) ?? []).map(({ text }) => this.#source.family.cardsOf(text));
    const plays = advised
      .map((play) => ({ size: play.length, taken: selectPlay(cards, play) }))
      .filter(({ size, taken }) => taken.size === size)
      .map(({ taken }) => taken);
    const known = new Set(plays);
    const guesses = [...plays, ...candidatePlays(cards)].sort((a, b) => b.size - a.size);
    for (const guess of guesses)
      if (known.has(guess) || (await this.#isLegal(question.text(selectedCards(cards, guess))))) return guess;
    return null;
  }

  async #isLegal(text: string): Promise<boolean> {
    return (await this.#source.model.preview(text)).readings.length > 0;
  }

  /** Selects the best play that contains a double-tapped card. */
  async selectBestWith(card: HandCard): Promise<void> {
    if (this.question?.kind !== 'cards' || !this.question.hints) return;
    const { cardsOf } = this.#source.family;
    const reading = (await this.#fetchHints())?.find(({ text }) =>
      cardsOf(text).some(({ rank }) => rank === card.rank),
    );
    if (reading) this.#suggest(reading);
  }
}
