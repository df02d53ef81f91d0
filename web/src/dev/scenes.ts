/** Every scene of every family. */

import type { Notice, Table } from '../wire/types';
import { LONGEST, DOUDIZHU_SCENES } from './doudizhuScenes';
import { GUNZI_SCENES } from './gunziScenes';
import { ZIPAI_SCENES } from './zipaiScenes';

/** Tables with a notice, in addition to the tables with the longest hands. */
export const NOTICE_SCENES: Readonly<Record<string, Table>> = {
  'notice-lost': DOUDIZHU_SCENES.follow!,
  notice: DOUDIZHU_SCENES.follow!,
  'notice-four': DOUDIZHU_SCENES.fourPlay!,
};
const NOTICE = '今晚十二点换机器，大约十分钟，正在打的牌都会留着。We move to another machine at midnight.';

/** The scenes in which the connection is lost, and the admins' announcement by scene. */
export const LOST: readonly string[] = ['notice-lost', 'notice-four'];
export const NOTICES: Readonly<Record<string, Notice>> = Object.fromEntries(
  ['notice', 'notice-four'].map((scene) => [scene, { t: 'notice', at: 0, number: 9, text: NOTICE }]),
);

/** Names for the seats: long and short ones, and the widest name that is allowed. */
const NAMES = ['Honest Fox', 'Misty Cricket', 'WWWWWWWWMMMMMMMMWWWV', 'Gentle Squirrel', '三筒不要碰我的牌'];
const withNames = (table: Table): Table => ({
  ...table,
  seats: table.seats.map((seat, at) =>
    at === 0 ? seat : { ...seat, kind: 'player', player: `p${at}`, bot: null, name: NAMES[at - 1] ?? '' },
  ),
});
export const NAMED: Readonly<Record<string, Table>> = {
  'names-lead': withNames(DOUDIZHU_SCENES.lead!),
  'names-four': withNames(DOUDIZHU_SCENES.fourPlay!),
  'names-zipai': withNames(ZIPAI_SCENES.zipaiDiscard!),
  'names-gunzi': withNames(GUNZI_SCENES.gunziFollow!),
};

export const SCENES: Readonly<Record<string, Table>> = {
  ...NOTICE_SCENES,
  ...NAMED,
  ...DOUDIZHU_SCENES,
  ...LONGEST,
  ...ZIPAI_SCENES,
  ...GUNZI_SCENES,
};
