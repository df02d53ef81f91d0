/** Short calls, spoken by the device's own voice where it has one for the language. */

import { aboutOf } from '../i18n/languages';
import { settings } from './settings.svelte';

/** So many calls may wait to be spoken; who is further behind hears the newest alone. */
const BEHIND = 2;
let waiting = 0;

function voiceFor(tag: string): SpeechSynthesisVoice | undefined {
  const language = tag.slice(0, 2).toLowerCase();
  return speechSynthesis.getVoices().find(({ lang }) => lang.toLowerCase().startsWith(language));
}

/** Nothing is said where there is no voice, or where calls are off. */
export function say(text: string): void {
  if (!settings.calls || !text || typeof speechSynthesis === 'undefined') return;
  const voice = voiceFor(aboutOf(settings.language).tag);
  if (!voice) return;
  if (waiting >= BEHIND) hush();
  const call = new SpeechSynthesisUtterance(text);
  [call.voice, call.lang, call.rate] = [voice, voice.lang, 1.15];
  call.onend = call.onerror = () => (waiting = Math.max(0, waiting - 1));
  waiting += 1;
  speechSynthesis.speak(call);
}

/** What is being said breaks off. */
export function hush(): void {
  waiting = 0;
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel();
}
