/** The line in which a player tells others of a set. It names no card and no deal's result in points. */

import { gain, t } from '../../i18n/index.svelte';
import type { DailyResults } from '../../wire/types';
import { dayName } from '../../lib/dayNames';
import { percent } from './dailyTexts';

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** A block whose height is the share of the field that was beaten. */
const blockFor = (beaten: number): string => BLOCKS[Math.min(BLOCKS.length - 1, Math.floor(beaten * BLOCKS.length))]!;

/** `game`: the name of the ruleset. Null if the player has no result to tell. */
export function shareLine(
  { day, score, rows }: Pick<DailyResults, 'day' | 'score' | 'rows'>,
  game: string,
): string | null {
  if (!score) return null;
  const told = score.compared
    ? `${t('daily.shared.compared', { share: percent(score.beaten) })} ${rows.map(({ beaten }) => blockFor(beaten ?? 0)).join('')}`
    : t('daily.shared.points', { points: gain(score.points) });
  return t('daily.shared', { date: dayName(day), game, score: told });
}
