/** Calls of plays: a clip of the chosen voice pack if it has one, else the device's voice. */

import { settings } from './settings.svelte';
import { speakByDevice, stopDevice } from './speechSynthesis';
import { clipFor, stopClip } from './voicePacks';

export interface Call {
  readonly text: string;
  /** Names of the clips that say it, the most exact first: `pair.3`, `pair`. */
  readonly clips: readonly string[];
}

/** Says a call, unless calls are off or there is no voice. */
export function speakAloud({ text, clips }: Call): void {
  if (!settings.calls || !text) return;
  const clip = clipFor(clips);
  if (!clip) return speakByDevice(text);
  // A clip that does not play is said by the device's voice.
  clip.play().catch(() => speakByDevice(text));
}

export function stopSpeaking(): void {
  stopDevice();
  stopClip();
}
