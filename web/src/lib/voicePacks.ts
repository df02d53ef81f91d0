/** The room's voice packs: recorded calls. The operator adds each pack as a folder. */

import { api } from '../wire/api';
import type { VoiceInfo } from '../wire/types';
import { withBase } from './basePath';
import { loadOnce } from './loadOnce';
import { settings } from './settings.svelte';

let chosen: VoiceInfo | undefined;
let playing: HTMLAudioElement | undefined;

/** Loads the list of the room's voice packs. */
export const voicePacks = loadOnce<readonly VoiceInfo[]>(() => api.voices());

/** Loads the list of clips of the chosen pack, so that a call finds its clip immediately. */
export async function loadVoice(): Promise<void> {
  const id = settings.voice;
  chosen = id === '' ? undefined : (await voicePacks()).find((pack) => pack.id === id);
}

/**
 * The first of these clips that the chosen pack has, ready to play. If the pack has several recordings of the clip, one
 * is chosen at random. Null if the pack has none of the clips.
 */
export function clipFor(names: readonly string[]): HTMLAudioElement | null {
  if (chosen?.id !== settings.voice) return null;
  const files = names.map((name) => chosen?.clips[name]).find((found) => found !== undefined);
  const file = files?.[Math.floor(Math.random() * files.length)];
  if (file === undefined) return null;
  // A newer call interrupts an older one.
  stopClip();
  playing = new Audio(withBase(file));
  return playing;
}

export function stopClip(): void {
  playing?.pause();
  playing = undefined;
}
