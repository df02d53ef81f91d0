import type { Family } from './family';
import { plain } from './plain/family';

/** Collects every folder next to this file whose `index.ts` exports a `family`; there is no list to maintain. */
const FOLDERS = import.meta.glob<Family>('./*/index.ts', { eager: true, import: 'family' });

/** The families with a folder here. */
export const families: readonly Family[] = Object.values(FOLDERS);

const byName = new Map(families.map((family) => [family.name, family]));

/** The family of a ruleset id `family/name`; one without a folder uses the plain table. */
export function familyOf(ruleset: string): Family {
  const name = ruleset.split('/')[0] ?? '';
  const family = byName.get(name) ?? plain(name);
  byName.set(name, family);
  return family;
}
