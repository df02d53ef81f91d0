/** Every scene of every family. */

import type { Table } from '../wire/types';
import { LONGEST, SCENES as DOUDIZHU } from './fixtures';
import { GUNZI_SCENES } from './gunzi';
import { ZIPAI } from './zipai';

export const SCENES: Readonly<Record<string, Table>> = { ...DOUDIZHU, ...LONGEST, ...ZIPAI, ...GUNZI_SCENES };
