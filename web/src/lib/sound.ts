/** Short wood and paper sounds, synthesised: nothing to load. */

import { settings } from './settings.svelte';

export type Sound = 'lift' | 'play' | 'deal' | 'pass' | 'turn' | 'bomb' | 'win' | 'lose' | 'late';

let context: AudioContext | undefined;
let opening = 0;

const isSoundOn = (): boolean => settings.sound && typeof AudioContext !== 'undefined';

function awake(on: AudioContext): AudioContext {
  if (on.state === 'suspended') void on.resume();
  return on;
}

/** A knock on wood: a falling tone with a fast decay. */
function knock(on: AudioContext, pitch: number, loud: number, length: number, delay = 0): void {
  const start = on.currentTime + delay;
  const tone = on.createOscillator();
  const gain = on.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(on.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** Paper: a burst of filtered noise. */
function rustle(on: AudioContext, pitch: number, loud: number, length: number, delay = 0): void {
  const start = on.currentTime + delay;
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 2;
  const source = on.createBufferSource();
  const filter = on.createBiquadFilter();
  const gain = on.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(on.destination);
  source.start(start);
}

const SOUNDS: Record<Sound, (on: AudioContext) => void> = {
  lift: (on) => rustle(on, 3200, 0.12, 0.05),
  play: (on) => {
    rustle(on, 1800, 0.3, 0.09);
    knock(on, 240, 0.22, 0.09, 0.03);
  },
  deal: (on) => rustle(on, 2600, 0.16, 0.06),
  pass: (on) => knock(on, 170, 0.2, 0.1),
  turn: (on) => {
    knock(on, 620, 0.16, 0.12);
    knock(on, 830, 0.14, 0.14, 0.1);
  },
  bomb: (on) => {
    knock(on, 95, 0.5, 0.4);
    rustle(on, 500, 0.4, 0.3);
  },
  win: (on) => [523, 659, 784].forEach((pitch, at) => knock(on, pitch, 0.16, 0.22, at * 0.12)),
  lose: (on) => [392, 330].forEach((pitch, at) => knock(on, pitch, 0.14, 0.25, at * 0.15)),
  late: (on) => knock(on, 980, 0.12, 0.06),
};

/**
 * Opens the audio output only after what the sound belongs to is drawn: on a slow phone that takes longer than a frame.
 */
export function play(sound: Sound): void {
  if (!isSoundOn()) return;
  if (context) SOUNDS[sound](awake(context));
  else opening ||= requestAnimationFrame(() => setTimeout(() => open(sound)));
}

function open(sound: Sound): void {
  context = new AudioContext();
  play(sound);
}
