/** What a person has set on this device. */

import { aboutOf, nearest } from '../i18n/languages';

export type Theme = 'light' | 'dark' | 'system';
export type Motion = 'on' | 'off' | 'system';
export type Order = 'rank' | 'group';

interface Settings {
  language: string;
  theme: Theme;
  fourColour: boolean;
  sound: boolean;
  /** What is played is called out by the device's voice. */
  calls: boolean;
  /** The device shakes when it is one's turn. */
  vibration: boolean;
  /** The device tells that it is one's turn when the page is not seen; null: one was never asked. */
  alerts: boolean | null;
  motion: Motion;
  order: Order;
  /** Arabic numerals beside Chinese ones. */
  numerals: boolean;
  /** How strong bots are, where a ruleset has that level. */
  level: string;
  /** Players whom one does not want to hear, by id. */
  muted: readonly string[];
}

const KEY = 'paiju.settings';

function defaults(): Settings {
  const language = nearest(navigator.language);
  return {
    language,
    theme: 'system',
    fourColour: false,
    sound: true,
    calls: true,
    vibration: true,
    alerts: null,
    motion: 'system',
    order: 'rank',
    numerals: aboutOf(language).numerals,
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

// What is set in one tab holds in all.
addEventListener('storage', ({ key }) => key === KEY && Object.assign(settings, load()));

/** Hear a player no more, or again. */
export function mute(player: string): void {
  const others = settings.muted.filter((one) => one !== player);
  settings.muted = others.length < settings.muted.length ? others : [...others, player];
}

const matches = (query: string): boolean => matchMedia(query).matches;

export const isDark = (): boolean =>
  settings.theme === 'system' ? matches('(prefers-color-scheme: dark)') : settings.theme === 'dark';

export const isStill = (): boolean =>
  settings.motion === 'system' ? matches('(prefers-reduced-motion: reduce)') : settings.motion === 'off';

/** Puts the settings to work; called in an effect, so that it follows every change. */
export function applySettings(): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
  const root = document.documentElement;
  root.lang = aboutOf(settings.language).tag;
  root.dataset.theme = isDark() ? 'dark' : 'light';
  root.dataset.fourColour = settings.fourColour ? 'on' : 'off';
  root.dataset.motion = isStill() ? 'off' : 'on';
}
