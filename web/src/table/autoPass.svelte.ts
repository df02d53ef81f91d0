/** Passes by itself when nothing else can be played, if the player has turned this on. */

import { untrack } from 'svelte';
import { settings } from '../lib/settings.svelte';
import type { Table } from '../wire/types';
import { isPassForced, passDelay, withPass } from './autoPassTimes';
import type { TableScene } from './scene';

/** The key under which the browser stores how long its player's deliberate passes took. */
const KEY = 'paiju.passes';

function passTimes(): readonly number[] {
  const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
  return Array.isArray(stored) ? stored.filter((one): one is number => typeof one === 'number') : [];
}

/** Stores how long a deliberate pass took, in ms. */
export const recordPass = (time: number): void =>
  localStorage.setItem(KEY, JSON.stringify(withPass(passTimes(), time)));

interface Source {
  readonly table: Table;
  readonly scene: TableScene;
  readonly act: (action: unknown) => void;
}

/**
 * Passes whenever passing is the only answer to a question. Must be called while a component is initialised; it ends
 * with the component.
 */
export function passAutomatically(source: Source): void {
  const decision = $derived(source.table.hand?.choices?.decision ?? null);
  const forced = $derived(source.scene.question !== null && isPassForced(source.scene.question));
  const amongPeople = $derived(source.table.seats.filter(({ kind }) => kind === 'player').length > 1);
  const timeLeft = (): number => {
    const mine = source.table.hand?.acting.find(({ seat }) => seat === source.scene.me);
    return mine?.turn == null ? Infinity : mine.turn + (mine.reserve ?? 0);
  };
  $effect(() => {
    if (!settings.autoPass || decision === null || !forced) return;
    const pass = (): void => source.act(source.scene.question?.without?.action);
    const timer = setTimeout(pass, passDelay(passTimes(), amongPeople, Math.random(), untrack(timeLeft)));
    return () => clearTimeout(timer);
  });
}
