/** Loads puzzles from the server or, without a network, from the packs that are stored on this device. */

import { api } from '../wire/api';
import type { PuzzleHub, PuzzlePack, PuzzleSolution, PuzzleView } from '../wire/types';
import { isUnreachable, loadOrCached, readCached } from './offlineCache';
import { knownResults } from './unsentTries';

/** Which puzzles the player wants. In an address it is the hash: `family=zipai&theme=discard`. */
export interface Wanted {
  readonly family: string;
  readonly theme: string;
  readonly missed: boolean;
  readonly own: boolean;
  /** The number of hands; 0 for any. */
  readonly hands: number;
}

export interface LoadedPuzzle {
  readonly view: PuzzleView;
  /** The solution, if the puzzle comes from a pack. Otherwise null: the server gives it only after a try. */
  readonly solution: PuzzleSolution | null;
  readonly isOffline: boolean;
}

export function filterFromHash(hash: string): Wanted {
  const query = new URLSearchParams(hash);
  const isSet = (name: string): boolean => query.get(name) === '1';
  return {
    family: query.get('family') ?? '',
    theme: query.get('theme') ?? '',
    missed: isSet('missed'),
    own: isSet('own'),
    hands: Number(query.get('hands') ?? 0) || 0,
  };
}

export function hashOfFilter({ family, theme, missed, own, hands }: Partial<Wanted>): string {
  const query = new URLSearchParams();
  if (family) query.set('family', family);
  if (theme) query.set('theme', theme);
  if (missed) query.set('missed', '1');
  if (own) query.set('own', '1');
  if (hands) query.set('hands', String(hands));
  return query.toString();
}

export const loadHub = (): Promise<PuzzleHub> => loadOrCached('hub', 'own', () => api.puzzles());

export const loadPack = (family: string): Promise<PuzzlePack> =>
  loadOrCached(`pack/${family}`, 'all', () => api.puzzlePack(family));

type Packed = PuzzlePack['puzzles'][number];

async function cachedPuzzles(families: readonly string[]): Promise<readonly Packed[]> {
  const packs = await Promise.all(families.map((family) => readCached<PuzzlePack>(`pack/${family}`, 'all')));
  return packs.flatMap((pack) => pack?.puzzles ?? []);
}

const toOfflinePuzzle = ({ view, solution }: Packed): LoadedPuzzle => ({
  view: { ...view, result: knownResults()[view.id] ?? '' },
  solution,
  isOffline: true,
});

/** Loads a puzzle from the server. If the server cannot be reached, finds one in the stored packs. */
async function loadOrFindCached(
  load: () => Promise<PuzzleView | null>,
  find: (all: readonly Packed[]) => Packed | undefined,
  families: readonly string[],
): Promise<LoadedPuzzle | null> {
  try {
    const view = await load();
    return view && { view, solution: null, isOffline: false };
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const all = await cachedPuzzles(families);
    const found = find(all);
    if (all.length === 0) throw error;
    return found ? toOfflinePuzzle(found) : null;
  }
}

/**
 * Loads the puzzle with an id, or today's puzzle of a family (`daily/FAMILY`). Null if only the packs can be searched
 * and have none.
 */
export async function loadPuzzle(path: string, families: readonly string[]): Promise<LoadedPuzzle | null> {
  const family = /^daily\/(\w+)$/.exec(path)?.[1];
  if (family === undefined)
    return loadOrFindCached(
      () => api.puzzle(path),
      (all) => all.find(({ view }) => view.id === path),
      families,
    );
  const hub = await readCached<PuzzleHub>('hub', 'own');
  const daily = hub && hub.ends > Date.now() ? hub.families.find((one) => one.family === family)?.daily : null;
  return loadOrFindCached(
    () => api.dailyPuzzle(family),
    (all) => all.find(({ view }) => view.id === daily?.id),
    [family],
  );
}

/** Loads the next puzzle that matches `wanted`, except the one with the id `after`. Null if there is none. */
export function loadNext(wanted: Wanted, after: string, families: readonly string[]): Promise<LoadedPuzzle | null> {
  const results = knownResults();
  const fits = ({ view, solution }: Packed): boolean =>
    view.id !== after &&
    (wanted.missed ? ![undefined, 'solved'].includes(results[view.id]) : results[view.id] === undefined) &&
    (wanted.hands === 0 || view.hands === wanted.hands) &&
    (wanted.theme === '' || solution.themes.includes(wanted.theme)) &&
    !wanted.own;
  return loadOrFindCached(
    async () => {
      const { family, theme, missed, own, hands } = wanted;
      const pick = missed ? 'missed' : own ? 'own' : 'new';
      return (await api.nextPuzzle({ family, theme, pick, after, hands: hands || undefined })).puzzle ?? null;
    },
    (all) => all.find(fits),
    wanted.family ? [wanted.family] : families,
  );
}
