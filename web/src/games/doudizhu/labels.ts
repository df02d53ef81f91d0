/** What the game's choices and lines of account are called. */

import { words } from '../../i18n/generated/doudizhu';
import { gain, isKey, number, t } from '../../i18n/index.svelte';
import { word } from '../../i18n/words';
import type { AccountLine } from '../../table/scene';
import type { Line } from '../../wire/types';
import type { Action, Opening } from './types';

const keyOr = (key: string, other: string): string => (isKey(key) ? t(key) : other);

/** 333444+57 as one reads it: tens are written out. */
export const ranksText = (text: string): string => text.replace(/T/g, '10').replace(/B/g, '小').replace(/R/g, '大');

export function actionLabel(action: Action, phase?: { type: string }): string {
  switch (action.type) {
    case 'bid':
      return action.points === 0 ? t('act.bid.0') : t('act.bid', { n: action.points });
    case 'choose':
      if (action.what === 'open' && action.yes && phase?.type === 'opening')
        return t('act.openTimes', { n: (phase as Opening).factor });
      return keyOr(`act.${action.yes ? '' : 'no-'}${action.what}`, action.what);
    case 'throw':
      return action.ranks === '' ? t('act.keep') : `${t('act.throw')} ${ranksText(action.ranks)}`;
    case 'play':
      return ranksText(action.what);
    case 'pass':
      return t('act.pass');
    case 'go_on':
      return t('table.dealing');
  }
}

/** The same for an action as text: `bid 2`, `no-rob`, `play 333444+57@…`, `pass`. */
export function tell(text: string): string {
  const [word = '', rest = ''] = text.split(' ');
  if (word === 'bid') return rest === '0' ? t('act.bid.0') : t('act.bid', { n: rest });
  if (word === 'play') {
    const [what = '', used] = ranksText(rest.split('@')[0] ?? '').split('<');
    return used === undefined ? what : `${what} (${used})`;
  }
  if (word === 'throw') return rest === '-' ? t('act.keep') : `${t('act.throw')} ${ranksText(rest)}`;
  if (word === 'kick-back' || word === 'no-kick-back') return t(word === 'kick-back' ? 'act.back' : 'act.no-back');
  return keyOr(`act.${word}`, word === 'deal' ? t('table.dealing') : text);
}

/** What the viewer is asked in a phase of yes and no. */
export function promptOf(what: string): string {
  return keyOr(`ask.${what}`, t('table.yourTurn'));
}

const HOW: Record<NonNullable<Line['how']>, (value: number) => string> = {
  base: number,
  times: (value) => `×${number(value)}`,
  plus: gain,
  note: number,
  personal: (value) => `×${number(value)}`,
};

export function accountLine(line: Line, nameOf: (seat: number) => string): AccountLine {
  const details = Object.fromEntries((line.args ?? []).map((text, at) => [at, ranksText(text)]));
  return {
    label: word('account', line.code, { ...details, value: line.value }, words) ?? line.code,
    value: HOW[line.how ?? 'times'](line.value),
    note: line.seat === undefined || line.seat === null ? '' : nameOf(line.seat),
  };
}
