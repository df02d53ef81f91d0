/** Short sounds of wood and paper. They are synthesised, so there is nothing to load. */

import { settings } from './settings.svelte';
import { synthesise, type Stroke } from './soundSynthesis';

export type Sound =
  | 'lift'
  | 'play'
  | 'deal'
  | 'pass'
  | 'turn'
  | 'late'
  | 'bomb'
  | 'rocket'
  | 'plane'
  | 'spring'
  | 'last'
  | 'win'
  | 'lose'
  | 'title';

/** A card that is put down: first the sound of the paper, then of the table under it. */
const cardStrokes = (level: number, at = 0): readonly Stroke[] => [
  { kind: 'paper', from: 4200, to: 1500, band: 0.4, level: level * 0.95, attack: 0.004, ring: 0.055, at },
  { kind: 'wood', pitch: 190, level: level * 0.8, ring: 0.11, click: 0.4, at: at + 0.012 },
];
/** The sound of one bar of a wooden xylophone. */
const barStroke = (pitch: number, at: number, level = 0.2): Stroke => ({
  kind: 'wood',
  pitch,
  level,
  ring: 0.4,
  click: 0.25,
  at,
});
/** The crackling of a string of firecrackers. */
const crackleStrokes = (from: number, count: number, every: number): readonly Stroke[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'paper',
    // The intervals are uneven, because fuses burn unevenly.
    at: from + at * every + ((at * 7) % 5) * 0.004,
    from: 2600 + ((at * 37) % 11) * 160,
    to: 900,
    band: 0.6,
    level: 0.34 - (0.2 * at) / count,
    attack: 0.001,
    ring: 0.035,
    pan: [((at * 5) % 7) / 5 - 0.6, ((at * 5) % 7) / 5 - 0.6],
  }));
const BOOM: readonly Stroke[] = [
  { kind: 'wood', pitch: 62, level: 0.5, ring: 0.42, click: 0.3 },
  { kind: 'wood', pitch: 118, level: 0.3, ring: 0.2, click: 0.6 },
  { kind: 'paper', from: 1600, to: 140, band: 0.5, level: 0.5, attack: 0.002, ring: 0.28 },
];
const delayed = (strokes: readonly Stroke[], by: number): readonly Stroke[] =>
  strokes.map((one) => ({ ...one, at: (one.at ?? 0) + by }));

/** The notes of a pentatonic scale on C, in Hz. */
const [C, D, E, G, A, HIGH_C] = [523.3, 587.3, 659.3, 784, 880, 1046.5] as const;

export const SOUNDS: Readonly<Record<Sound, readonly Stroke[]>> = {
  lift: [{ kind: 'paper', from: 2600, to: 4200, band: 0.5, level: 0.4, attack: 0.006, ring: 0.05 }],
  play: cardStrokes(0.5),
  deal: Array.from({ length: 12 }, (_, at) => cardStrokes(0.2 - at * 0.008, at * 0.08)).flat(),
  // A knuckle that knocks on the table.
  pass: [
    { kind: 'wood', pitch: 165, level: 0.32, ring: 0.1, click: 0.5 },
    { kind: 'wood', pitch: 158, level: 0.26, ring: 0.1, click: 0.5, at: 0.11 },
  ],
  turn: [barStroke(G, 0, 0.16), barStroke(HIGH_C, 0.11, 0.15)],
  late: [{ kind: 'wood', pitch: 920, level: 0.36, ring: 0.07, click: 0.7 }],
  bomb: [...BOOM, ...crackleStrokes(0.08, 11, 0.045)],
  rocket: [
    { kind: 'paper', from: 500, to: 4200, band: 2.2, level: 0.3, attack: 0.3, ring: 0.1 },
    ...delayed(BOOM, 0.36).map((one) => ({ ...one, level: one.level * 0.55 })),
    ...crackleStrokes(0.42, 7, 0.04),
  ],
  plane: [
    {
      kind: 'paper',
      from: 700,
      to: 1900,
      band: 0.9,
      level: 0.4,
      attack: 0.24,
      ring: 0.32,
      flutter: 27,
      pan: [-0.8, 0.8],
    },
    ...cardStrokes(0.4),
  ],
  spring: [C, E, G, A, HIGH_C].map((pitch, at) => barStroke(pitch, at * 0.09, 0.17)),
  // A wooden fish that is struck twice.
  last: [
    { kind: 'wood', pitch: 640, level: 0.3, ring: 0.12, click: 0.4 },
    { kind: 'wood', pitch: 480, level: 0.3, ring: 0.16, click: 0.4, at: 0.13 },
  ],
  win: [C, D, G, E, A, HIGH_C].map((pitch, at) => barStroke(pitch, at * 0.1, 0.18)),
  lose: [barStroke(E / 2, 0, 0.2), barStroke(D / 2, 0.16, 0.18), barStroke(C / 2, 0.32, 0.18)],
  // A seal that is pressed on paper, then a short run of notes.
  title: [
    { kind: 'wood', pitch: 105, level: 0.45, ring: 0.2, click: 0.6 },
    { kind: 'paper', from: 1400, to: 500, band: 0.6, level: 0.3, attack: 0.003, ring: 0.12 },
    ...[G, A, HIGH_C].map((pitch, at) => barStroke(pitch, 0.16 + at * 0.1, 0.17)),
  ],
};

interface Output {
  readonly context: AudioContext;
  readonly out: AudioNode;
}

let output: Output | undefined;
let opening = 0;

const isSoundOn = (): boolean => settings.sound && typeof AudioContext !== 'undefined';

/** A limiter before the output, because sounds at the same time must not clip. */
function limiterOf(on: BaseAudioContext): AudioNode {
  const limiter = on.createDynamicsCompressor();
  limiter.threshold.value = -10;
  limiter.ratio.value = 8;
  limiter.attack.value = 0.002;
  limiter.release.value = 0.12;
  limiter.connect(on.destination);
  return limiter;
}

/**
 * Plays a sound if sounds are on. The first call opens the audio output only after the next frame is drawn, because on
 * a slow phone opening takes longer than a frame.
 */
export function play(sound: Sound): void {
  if (!isSoundOn()) return;
  if (output) playNow(output, sound);
  else opening ||= requestAnimationFrame(() => setTimeout(() => openOutput(sound)));
}

function playNow({ context, out }: Output, sound: Sound): void {
  if (context.state === 'suspended') void context.resume();
  synthesise(context, out, context.currentTime, SOUNDS[sound]);
}

function openOutput(sound: Sound): void {
  const context = new AudioContext();
  output = { context, out: limiterOf(context) };
  play(sound);
}
