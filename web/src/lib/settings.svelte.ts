/** The player's settings, which are stored on this device. */

import { languageInfo, nearestLanguage } from '../i18n/languages';

export type Theme = 'light' | 'dark' | 'system';
export type Motion = 'on' | 'off' | 'system';
export type Order = 'rank' | 'group';

interface Settings {
  language: string;
  theme: Theme;
  fourColour: boolean;
  /** Whether cards and text are larger. */
  large: boolean;
  sound: boolean;
  /** Whether plays are called out by a voice. */
  calls: boolean;
  /** The id of the room's voice pack that speaks the calls; empty for the device's voice. */
  voice: string;
  /** Whether the device vibrates when it is the player's turn. */
  vibration: boolean;
  /**
   * Whether the device notifies the player when it is their turn and the page is hidden; null if the player has not
   * decided.
   */
  alerts: boolean | null;
  motion: Motion;
  order: Order;
  /** Whether the rim of a large table shows the card counter. */
  counter: boolean;
  /** Whether cards have Arabic numerals next to the Chinese ones. */
  numerals: boolean;
  /** Whether tips are shown in a player's first hands. */
  coach: boolean;
  /** Whether to ask once before a play that breaks a bomb. */
  askBomb: boolean;
  /** Whether to pass by itself when nothing else can be played. */
  autoPass: boolean;
  /** The level of new bots, if the ruleset has this level. */
  level: string;
  /** The ids of the players whose chat is hidden. */
  muted: readonly string[];
}

const KEY = 'paiju.settings';

function defaults(): Settings {
  const language = nearestLanguage(navigator.language);
  return {
    language,
    theme: 'system',
    fourColour: false,
    large: false,
    sound: true,
    calls: true,
    voice: '',
    vibration: true,
    alerts: null,
    motion: 'system',
    order: 'rank',
    counter: true,
    numerals: languageInfo(language).numerals,
    coach: true,
    askBomb: true,
    autoPass: false,
    level: 'steady',
    muted: [],
  };
}

function load(): Settings {
  try {
    return { ...defaults(), ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return defaults();
  }
}

export const settings = $state<Settings>(load());

// Another tab changed the settings: they apply to all tabs.
addEventListener('storage', ({ key }) => key === KEY && Object.assign(settings, load()));

/** Mutes a player or, if the player is muted, unmutes them. */
export function togglePlayerMuted(player: string): void {
  const others = settings.muted.filter((one) => one !== player);
  settings.muted = others.length < settings.muted.length ? others : [...others, player];
}

const matches = (query: string): boolean => matchMedia(query).matches;

/** Whether the page is drawn in dark colours now. */
export const isDark = (): boolean =>
  settings.theme === 'system' ? matches('(prefers-color-scheme: dark)') : settings.theme === 'dark';

export const prefersNoMotion = (): boolean =>
  settings.motion === 'system' ? matches('(prefers-reduced-motion: reduce)') : settings.motion === 'off';

/** The settings that decide what a player hears and feels. */
const SIGNALS = ['sound', 'calls', 'vibration'] as const;
/** The signals that were on before the player muted the table. */
let beforeMute: readonly (typeof SIGNALS)[number][] = SIGNALS;

/** Turns sounds, spoken calls and vibration off, or turns on again those that were on before. */
export function toggleMute(): void {
  const on = SIGNALS.filter((one) => settings[one]);
  if (on.length > 0) beforeMute = on;
  for (const one of SIGNALS) settings[one] = on.length === 0 && beforeMute.includes(one);
}

/** Stores and applies the settings. It must be called in an effect, so that it runs after every change. */
export function applySettings(): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
  const root = document.documentElement;
  root.lang = languageInfo(settings.language).tag;
  root.dataset.theme = isDark() ? 'dark' : 'light';
  root.dataset.fourColour = settings.fourColour ? 'on' : 'off';
  root.dataset.large = settings.large ? 'on' : 'off';
  root.dataset.motion = prefersNoMotion() ? 'off' : 'on';
}
