/**
 * Speaks the calls of plays, with a clip of the chosen voice pack if it has one, and otherwise with the device's voice.
 */

import { settings } from './settings.svelte';
import { speakByDevice, stopDeviceSpeech } from './speechSynthesis';
import { clipFor, stopClip } from './voicePacks';

export interface Call {
  readonly text: string;
  /** The names of clips that say the call, the most specific first: `pair.3`, `pair`. */
  readonly clips: readonly string[];
}

/** Speaks a call, unless calls are off or there is no voice. */
export function speakAloud({ text, clips }: Call): void {
  if (!settings.calls || !text) return;
  const clip = clipFor(clips);
  if (!clip) return speakByDevice(text);
  // If the clip cannot be played, the device's voice speaks the call.
  clip.play().catch(() => speakByDevice(text));
}

export function stopSpeaking(): void {
  stopDeviceSpeech();
  stopClip();
}
