import type { Family } from './family';
import { facts } from '../wire/types';
import { plainFamily } from './plain/family';

/** All `family` exports of the folders next to this file. There is no list of families to maintain. */
const FOLDERS = import.meta.glob<Family>('./*/index.ts', { eager: true, import: 'family' });

/** The position of a family in the order of the server's rulesets. Families of other packages come last. */
const placeOf = ({ name }: Family): number => (facts.families as readonly string[]).indexOf(name) >>> 0;

/** The families with a folder here, in the order of the server's rulesets. */
export const families: readonly Family[] = Object.values(FOLDERS).sort((one, other) => placeOf(one) - placeOf(other));

const byName = new Map(families.map((family) => [family.name, family]));

/** The family of a ruleset id `family/name`; one without a folder uses the plain table. */
export function familyOf(ruleset: string): Family {
  const name = ruleset.split('/')[0] ?? '';
  const family = byName.get(name) ?? plainFamily(name);
  byName.set(name, family);
  return family;
}
