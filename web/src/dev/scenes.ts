/** Every scene of every family. */

import type { Notice, Table } from '../wire/types';
import { LONGEST, SCENES as DOUDIZHU } from './fixtures';
import { GUNZI_SCENES } from './gunzi';
import { ZIPAI } from './zipai';

/** Tables at which the room has something to tell, beside the fullest ones. */
export const TOLD: Readonly<Record<string, Table>> = {
  'told-lost': DOUDIZHU.follow!,
  'told-host': DOUDIZHU.follow!,
  'told-four': DOUDIZHU.fourPlay!,
};
const HOST = '今晚十二点换机器，大约十分钟，正在打的牌都会留着。We move to another machine at midnight.';

/** Where the line is lost, and by scene what the host of the room tells. */
export const LOST: readonly string[] = ['told-lost', 'told-four'];
export const NOTICES: Readonly<Record<string, Notice>> = Object.fromEntries(
  ['told-host', 'told-four'].map((scene) => [scene, { t: 'notice', at: 0, number: 9, text: HOST }]),
);

export const SCENES: Readonly<Record<string, Table>> = { ...TOLD, ...DOUDIZHU, ...LONGEST, ...ZIPAI, ...GUNZI_SCENES };
