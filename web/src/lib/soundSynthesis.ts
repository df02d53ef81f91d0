/**
 * Synthesis of short sounds of wood and paper. Wood is a few damped partials at the ratios of a struck bar, with a click;
 * paper is filtered noise with a fast attack. Times are in seconds, levels relative to full scale.
 */

/** A struck piece of wood: a table top, a block or a bar. */
export interface Wood {
  readonly kind: 'wood';
  /** Frequency of the lowest partial in Hz. */
  readonly pitch: number;
  readonly level: number;
  /** After this time the lowest partial has faded away; higher partials fade faster. */
  readonly ring: number;
  /** Level of the click of the stroke, relative to `level`. */
  readonly click?: number;
  readonly at?: number;
}

/** Noise through a band: a sheet, a rustle, a hiss. The band moves from `from` to `to` Hz. */
export interface Paper {
  readonly kind: 'paper';
  readonly from: number;
  readonly to: number;
  /** Width of the band: low values are breathy, high values whistle. */
  readonly band: number;
  readonly level: number;
  readonly attack: number;
  readonly ring: number;
  readonly at?: number;
  /** Flutter in Hz, as of a sheet in the wind. */
  readonly flutter?: number;
  /** Position at the start and at the end, from -1 on the left to 1 on the right. */
  readonly pan?: readonly [from: number, to: number];
}

export type Stroke = Wood | Paper;

/** Partials of a wooden bar that is free at both ends: ratio, level and how long it rings. */
const PARTIALS: readonly (readonly [ratio: number, level: number, ring: number])[] = [
  [1, 1, 1],
  [2.756, 0.42, 0.42],
  [5.404, 0.2, 0.2],
  [8.933, 0.08, 0.1],
];
const SILENCE = 0.0001;
const ATTACK = 0.002;
/** Partials above this frequency are inaudible or alias. */
const HIGHEST = 15_000;

let noise: AudioBuffer | undefined;

/** A second of white noise, made once for each sample rate. */
function noiseOf(on: BaseAudioContext): AudioBuffer {
  if (noise?.sampleRate === on.sampleRate) return noise;
  noise = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}

/** A gain that rises to a level within `attack` and fades away until `ring`. */
function envelope(on: BaseAudioContext, start: number, level: number, attack: number, ring: number): GainNode {
  const node = on.createGain();
  node.gain.setValueAtTime(SILENCE, start);
  node.gain.exponentialRampToValueAtTime(Math.max(level, SILENCE), start + attack);
  node.gain.exponentialRampToValueAtTime(SILENCE, start + attack + ring);
  return node;
}

function strikeWood(on: BaseAudioContext, out: AudioNode, now: number, stroke: Wood): void {
  const start = now + (stroke.at ?? 0);
  for (const [ratio, level, ring] of PARTIALS) {
    const pitch = stroke.pitch * ratio;
    if (pitch > HIGHEST) continue;
    const tone = on.createOscillator();
    const gain = envelope(on, start, stroke.level * level, ATTACK, stroke.ring * ring);
    // A hard stroke bends the wood: the tone starts a little sharp.
    tone.frequency.setValueAtTime(pitch * 1.02, start);
    tone.frequency.exponentialRampToValueAtTime(pitch, start + 0.02);
    tone.connect(gain).connect(out);
    tone.start(start);
    tone.stop(start + ATTACK + stroke.ring * ring);
  }
  const click = stroke.click ?? 0.5;
  const [from, to] = [Math.min(6000, stroke.pitch * 9), Math.min(3000, stroke.pitch * 4)];
  const level = stroke.level * click;
  rustle(on, out, now, { kind: 'paper', from, to, band: 0.8, level, attack: 0.001, ring: 0.018, at: stroke.at ?? 0 });
}

function rustle(on: BaseAudioContext, out: AudioNode, now: number, stroke: Paper): void {
  const start = now + (stroke.at ?? 0);
  const length = stroke.attack + stroke.ring;
  const source = on.createBufferSource();
  source.buffer = noiseOf(on);
  source.loop = true;
  const filter = on.createBiquadFilter();
  filter.type = 'bandpass';
  filter.Q.value = stroke.band;
  filter.frequency.setValueAtTime(stroke.from, start);
  filter.frequency.exponentialRampToValueAtTime(stroke.to, start + length);
  const gain = envelope(on, start, stroke.level, stroke.attack, stroke.ring);
  source
    .connect(filter)
    .connect(gain)
    .connect(place(on, out, start, length, stroke));
  if (stroke.flutter) flutter(on, gain.gain, start, length, stroke.flutter, stroke.level);
  source.start(start, Math.random() * 0.9);
  source.stop(start + length);
}

/** Where a sound is heard: a fixed or moving place between left and right, or the middle. */
function place(on: BaseAudioContext, out: AudioNode, start: number, length: number, { pan }: Paper): AudioNode {
  if (!pan) return out;
  const panner = on.createStereoPanner();
  panner.pan.setValueAtTime(pan[0], start);
  panner.pan.linearRampToValueAtTime(pan[1], start + length);
  panner.connect(out);
  return panner;
}

function flutter(
  on: BaseAudioContext,
  gain: AudioParam,
  start: number,
  length: number,
  hertz: number,
  level: number,
): void {
  const shaker = on.createOscillator();
  const depth = on.createGain();
  shaker.frequency.value = hertz;
  depth.gain.value = level * 0.4;
  shaker.connect(depth).connect(gain);
  shaker.start(start);
  shaker.stop(start + length);
}

/** Plays strokes together, from `now` on. */
export function synthesise(on: BaseAudioContext, out: AudioNode, now: number, strokes: readonly Stroke[]): void {
  for (const stroke of strokes)
    if (stroke.kind === 'wood') strikeWood(on, out, now, stroke);
    else rustle(on, out, now, stroke);
}

/** How long strokes are heard. */
export const lengthOf = (strokes: readonly Stroke[]): number =>
  Math.max(...strokes.map((one) => (one.at ?? 0) + one.ring + (one.kind === 'paper' ? one.attack : ATTACK)));
