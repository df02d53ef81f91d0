/**
 * Synthesis of short sounds of wood and paper. Wood consists of a few damped partials in the frequency ratios of a
 * struck bar, and a click. Paper is filtered noise with a fast attack. Times are in seconds, and levels are relative to
 * full scale.
 */

/** A struck piece of wood: a table top, a block or a bar. */
export interface Wood {
  readonly kind: 'wood';
  /** Frequency of the lowest partial in Hz. */
  readonly pitch: number;
  readonly level: number;
  /** The time after which the lowest partial has faded away. Higher partials fade faster. */
  readonly ring: number;
  /** Level of the click of the stroke, relative to `level`. */
  readonly click?: number;
  readonly at?: number;
}

/**
 * Noise through a band-pass filter: a sheet, a rustle or a hiss. The centre of the band moves from `from` to `to`, in
 * Hz.
 */
export interface Paper {
  readonly kind: 'paper';
  readonly from: number;
  readonly to: number;
  /** The Q of the filter: noise with a low value sounds breathy, with a high value it whistles. */
  readonly band: number;
  readonly level: number;
  readonly attack: number;
  readonly ring: number;
  readonly at?: number;
  /** The frequency in Hz at which the level flutters, like a sheet in the wind. */
  readonly flutter?: number;
  /** The position at the start and at the end, from -1 (left) to 1 (right). */
  readonly pan?: readonly [from: number, to: number];
}

export type Stroke = Wood | Paper;

/**
 * The partials of a wooden bar that is free at both ends: frequency ratio, level, and how long each rings relative to
 * the lowest.
 */
const PARTIALS: readonly (readonly [ratio: number, level: number, ring: number])[] = [
  [1, 1, 1],
  [2.756, 0.42, 0.42],
  [5.404, 0.2, 0.2],
  [8.933, 0.08, 0.1],
];
const SILENCE = 0.0001;
const ATTACK = 0.002;
/** Partials above this frequency in Hz are left out, because they are inaudible or alias. */
const HIGHEST = 15_000;

let noise: AudioBuffer | undefined;

/** One second of white noise. It is made once for each sample rate. */
function noiseOf(on: BaseAudioContext): AudioBuffer {
  if (noise?.sampleRate === on.sampleRate) return noise;
  noise = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}

/** A gain node that rises to a level within `attack` seconds and fades away within a further `ring` seconds. */
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
    // A hard stroke bends the wood, so the tone starts slightly sharp.
    tone.frequency.setValueAtTime(pitch * 1.02, start);
    tone.frequency.exponentialRampToValueAtTime(pitch, start + 0.02);
    tone.connect(gain).connect(out);
    tone.start(start);
    tone.stop(start + ATTACK + stroke.ring * ring);
  }
  const click = stroke.click ?? 0.5;
  const [from, to] = [Math.min(6000, stroke.pitch * 9), Math.min(3000, stroke.pitch * 4)];
  const level = stroke.level * click;
  playNoise(on, out, now, {
    kind: 'paper',
    from,
    to,
    band: 0.8,
    level,
    attack: 0.001,
    ring: 0.018,
    at: stroke.at ?? 0,
  });
}

function playNoise(on: BaseAudioContext, out: AudioNode, now: number, stroke: Paper): void {
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
    .connect(panNode(on, out, start, length, stroke));
  if (stroke.flutter) addFlutter(on, gain.gain, start, length, stroke.flutter, stroke.level);
  source.start(start, Math.random() * 0.9);
  source.stop(start + length);
}

/**
 * The node through which a sound is heard at a fixed or moving position between left and right. Without a position it
 * is the output itself.
 */
function panNode(on: BaseAudioContext, out: AudioNode, start: number, length: number, { pan }: Paper): AudioNode {
  if (!pan) return out;
  const panner = on.createStereoPanner();
  panner.pan.setValueAtTime(pan[0], start);
  panner.pan.linearRampToValueAtTime(pan[1], start + length);
  panner.connect(out);
  return panner;
}

function addFlutter(
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

/** Plays strokes, with their times counted from `now`. */
export function synthesise(on: BaseAudioContext, out: AudioNode, now: number, strokes: readonly Stroke[]): void {
  for (const stroke of strokes)
    if (stroke.kind === 'wood') strikeWood(on, out, now, stroke);
    else playNoise(on, out, now, stroke);
}

/** The time in seconds after which the last of the strokes has faded away. */
export const lengthOf = (strokes: readonly Stroke[]): number =>
  Math.max(...strokes.map((one) => (one.at ?? 0) + one.ring + (one.kind === 'paper' ? one.attack : ATTACK)));
