/** The pages by path. The home page is in the first bundle; every other page is loaded when it is opened. */

import type { Component } from 'svelte';
import NotFoundPage from './pages/NotFoundPage.svelte';
import HomePage from './pages/home/HomePage.svelte';
import { api } from './wire/api';

/** A page that takes the rest of the path as `wanted`, or that takes nothing. */
type AnyPage = Component<{ wanted: string }> | Component<Record<string, never>> | typeof HomePage;
type PageLoaders = Readonly<Record<string, () => Promise<{ readonly default: AnyPage }>>>;

const NOT_FOUND: PageLoaders[string] = () => Promise.resolve({ default: NotFoundPage });

/**
 * Loads the home page, and waits until it has something to show. If the server does not answer, the page itself reports
 * that.
 */
const HOME: PageLoaders[string] = () =>
  api.rulesets().then(
    () => ({ default: HomePage }),
    () => ({ default: HomePage }),
  );

/** The pages by the first part of the path. The rest of the path only changes what the same page shows. */
const PAGES: PageLoaders = {
  '': HOME,
  new: () => import('./pages/new/NewTablePage.svelte'),
  coins: () => import('./pages/coins/CoinsPage.svelte'),
  watch: () => import('./pages/watch/WatchPage.svelte'),
  hands: () => import('./pages/hands/OwnHandsPage.svelte'),
  evening: () => import('./pages/evening/EveningReviewPage.svelte'),
  mistakes: () => import('./pages/mistakes/MistakesPage.svelte'),
  daily: () => import('./pages/daily/DailyRoutes.svelte'),
  player: () => import('./pages/player/PlayerPage.svelte'),
  puzzles: () => import('./pages/puzzles/PuzzlesPage.svelte'),
  rankings: () => import('./pages/rankings/RankingsPage.svelte'),
  seasons: () => import('./pages/seasons/SeasonsPage.svelte'),
  rules: () => import('./pages/rules/RulesPage.svelte'),
  learn: () => import('./pages/learn/LessonsPage.svelte'),
  settings: () => import('./pages/settings/SettingsPage.svelte'),
  account: () => import('./pages/account/AccountPage.svelte'),
  admin: () => import('./pages/admin/AdminPage.svelte'),
  // For bookmarks from the time when an admin was called a host.
  host: () => import('./pages/admin/AdminPage.svelte'),
  // The scenes are a tool for development and not part of a build.
  ...(import.meta.env.DEV ? { dev: () => import('./dev/SceneGallery.svelte') } : {}),
};

/** The pages whose path has more parts. Each such path gets a new instance of the page. */
const DETAIL_PAGES: PageLoaders = {
  t: () => import('./pages/table/TablePage.svelte'),
  evening: PAGES['evening']!,
  mistakes: PAGES['mistakes']!,
  daily: PAGES['daily']!,
  player: PAGES['player']!,
  puzzles: () => import('./pages/puzzles/PuzzlePage.svelte'),
  replay: () => import('./pages/review/ReviewPage.svelte'),
  learn: () => import('./pages/learn/LessonPage.svelte'),
  account: PAGES['account']!,
};

export interface Route {
  readonly load: () => Promise<{ readonly default: Component<{ wanted: string }> }>;
  /** The path after the name of the page. */
  readonly wanted: string;
  /** Paths with the same key share an instance of the page; for another key, the page gets a new instance. */
  readonly key: string;
}

export function routeAt(path: string): Route {
  const [, name = '', ...rest] = path.split('/');
  const wanted = rest.join('/');
  const each = wanted ? DETAIL_PAGES[name] : undefined;
  const load = (each ?? PAGES[name] ?? NOT_FOUND) as Route['load'];
  return { load, wanted, key: each ? path : name };
}

/** Whether the page, with its texts, is in the first bundle. */
export const isInFirstBundle = ({ key }: Route): boolean => key === '';

/** Preloads the page that a player will most likely open next, the page of a table. */
export const prefetch = (): void => void DETAIL_PAGES['t']!().catch(() => undefined);
