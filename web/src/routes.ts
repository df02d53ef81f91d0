/** The pages by their paths. Home comes with the first load, every other page when one goes there. */

import type { Component } from 'svelte';
import NotFoundPage from './pages/NotFoundPage.svelte';
import HomePage from './pages/home/HomePage.svelte';
import { api } from './wire/api';

/** It takes the path behind its name as `wanted`, or nothing. */
type AnyPage = Component<{ wanted: string }> | Component<Record<string, never>> | typeof HomePage;
type PageLoaders = Readonly<Record<string, () => Promise<{ readonly default: AnyPage }>>>;

const NOT_FOUND: PageLoaders[string] = () => Promise.resolve({ default: NotFoundPage });

/** Home is shown when it has something to show; that the house does not answer, it says itself. */
const HOME: PageLoaders[string] = () =>
  api.rulesets().then(
    () => ({ default: HomePage }),
    () => ({ default: HomePage }),
  );

/** By the first part of the path; what has none is home. What follows it changes nothing but what the page shows. */
const PAGES: PageLoaders = {
  '': HOME,
  new: () => import('./pages/new/NewTablePage.svelte'),
  coins: () => import('./pages/coins/CoinRoomsPage.svelte'),
  watch: () => import('./pages/watch/WatchPage.svelte'),
  hands: () => import('./pages/hands/HandsPage.svelte'),
  player: () => import('./pages/player/PlayerPage.svelte'),
  rankings: () => import('./pages/rankings/RankingsPage.svelte'),
  rules: () => import('./pages/rules/RulesPage.svelte'),
  learn: () => import('./pages/learn/LessonsPage.svelte'),
  settings: () => import('./pages/settings/SettingsPage.svelte'),
  account: () => import('./pages/account/AccountPage.svelte'),
  admin: () => import('./pages/admin/AdminPage.svelte'),
  // Bookmarks from when an admin was called a host.
  host: () => import('./pages/admin/AdminPage.svelte'),
  // Scenes are for looking at while developing; the build leaves them out.
  ...(import.meta.env.DEV ? { dev: () => import('./dev/Scenes.svelte') } : {}),
};

/** The same where more of the path follows, and each such path is a page of its own. */
const DETAIL_PAGES: PageLoaders = {
  t: () => import('./pages/table/TablePage.svelte'),
  player: PAGES['player']!,
  replay: () => import('./pages/replay/ReplayPage.svelte'),
  learn: () => import('./pages/learn/LessonPage.svelte'),
  account: PAGES['account']!,
};

export interface Route {
  readonly load: () => Promise<{ readonly default: Component<{ wanted: string }> }>;
  /** The path behind the page's name. */
  readonly wanted: string;
  /** Another key: another page, which begins anew. */
  readonly key: string;
}

export function routeAt(path: string): Route {
  const [, name = '', ...rest] = path.split('/');
  const wanted = rest.join('/');
  const each = wanted ? DETAIL_PAGES[name] : undefined;
  const load = (each ?? PAGES[name] ?? NOT_FOUND) as Route['load'];
  return { load, wanted, key: each ? path : name };
}

/** Whether what a page says comes with the first load, as its code does. */
export const isFirst = ({ key }: Route): boolean => key === '';

/** Where one goes next, most likely. */
export const prefetch = (): void => void DETAIL_PAGES['t']!().catch(() => undefined);
