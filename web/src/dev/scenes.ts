/** Every scene of every family. */

import type { Table } from '../wire/types';
import { SCENES as DOUDIZHU } from './fixtures';
import { GUNZI_SCENES } from './gunzi';
import { ZIPAI } from './zipai';

export const SCENES: Readonly<Record<string, Table>> = { ...DOUDIZHU, ...ZIPAI, ...GUNZI_SCENES };
