import { doudizhu } from './doudizhu';
import type { Family } from './family';
import { gunzi } from './gunzi';
import { zipai } from './zipai';

/** Every family the client can show. A new one is a folder here and a row in this list. */
const FAMILIES: Readonly<Record<string, Family>> = { doudizhu, zipai, gunzi };

/** The family of a ruleset's id, `family/name`. */
export const familyOf = (ruleset: string): Family | null => FAMILIES[ruleset.split('/')[0] ?? ''] ?? null;

export const families: readonly Family[] = Object.values(FAMILIES);
