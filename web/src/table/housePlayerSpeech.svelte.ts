/** Lets the house players speak. Their lines are shown in the same bubbles as the phrases of people. */

import { untrack } from 'svelte';
import { findText } from '../i18n/serverMessages';
import { settings } from '../lib/settings.svelte';
import type { SocialEvent, Table } from '../wire/types';
import { lineWhileWaiting, lineAfter, muteId, publicFacts, type Line, type PublicFacts } from './housePlayerLines';
import type { TableScene } from './scene';
import type { Speech } from './familyTexts';

/** How long a line is shown, in ms. */
const SAID_FOR = 3200;
/** After a person has thought for this many ms, a house player complains of the wait. */
const LONG = 25_000;

interface Source {
  readonly table: Table;
  readonly scene: TableScene;
  readonly speech: Speech;
  readonly utterances: ReadonlyMap<number, SocialEvent>;
}

export class HouseSpeech {
  #lines = $state.raw<ReadonlyMap<number, Line>>(new Map());
  #before: PublicFacts | null = null;
  /**
   * The number of the hand in which a house player has last complained of a wait. That happens at most once in a hand.
   */
  #hurried = 0;
  readonly #at: Source;

  /** Must be called while a component is initialised. */
  constructor(at: Source) {
    this.#at = at;
    $effect(() => {
      const was = this.#before;
      const now = (this.#before = publicFacts(at.table, at.scene, at.speech));
      if (was) this.#say(lineAfter(was, now));
      else if (now.hand === 1 && at.scene.result === null) this.#say(lineAfter({ ...now, hand: 0 }, now));
      if (now.awaited === null || this.#hurried === now.hand) return;
      const timer = setTimeout(() => {
        this.#hurried = now.hand;
        this.#say(lineWhileWaiting(now));
      }, LONG);
      return () => clearTimeout(timer);
    });
  }

  /** What people and house players are saying now, by seat. */
  readonly utterances = $derived.by((): ReadonlyMap<number, SocialEvent> => {
    const said = [...this.#lines].map(([seat, { player, kind }]): [number, SocialEvent] => [
      seat,
      {
        t: 'social',
        kind: 'chat',
        seat,
        name: '',
        code: '',
        text: findText(`house.${player}.${kind}`) ?? '',
      },
    ]);
    return said.length === 0 ? this.#at.utterances : new Map([...said, ...this.#at.utterances]);
  });

  #say(line: Line | null): void {
    if (!line || settings.muted.includes(muteId(line.player))) return;
    this.#lines = new Map([...untrack(() => this.#lines), [line.seat, line]]);
    setTimeout(() => {
      if (this.#lines.get(line.seat) === line)
        this.#lines = new Map([...this.#lines].filter(([seat]) => seat !== line.seat));
    }, SAID_FOR);
  }
}
