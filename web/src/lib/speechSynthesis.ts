/** Speaks short calls with a voice of the device, if it has one for the language. */

import { languageInfo } from '../i18n/languages';
import { settings } from './settings.svelte';

/** The maximum number of calls that wait to be spoken. If there are more, only the newest is spoken. */
const BEHIND = 2;
let waiting = 0;

function voiceFor(tag: string): SpeechSynthesisVoice | undefined {
  const language = tag.slice(0, 2).toLowerCase();
  return speechSynthesis.getVoices().find(({ lang }) => lang.toLowerCase().startsWith(language));
}

/** Speaks a text, if the device has a voice for the language. */
export function speakByDevice(text: string): void {
  if (typeof speechSynthesis === 'undefined') return;
  const voice = voiceFor(languageInfo(settings.language).tag);
  if (!voice) return;
  if (waiting >= BEHIND) stopDeviceSpeech();
  const call = new SpeechSynthesisUtterance(text);
  [call.voice, call.lang, call.rate] = [voice, voice.lang, 1.15];
  call.onend = call.onerror = () => (waiting = Math.max(0, waiting - 1));
  waiting += 1;
  speechSynthesis.speak(call);
}

/** Stops speaking. */
export function stopDeviceSpeech(): void {
  waiting = 0;
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel();
}
