/** The line of text by which a player tells others about a set. It names no card and no result of a deal in points. */

import { gain, t } from '../../i18n/index.svelte';
import type { DailyResults } from '../../wire/types';
import { dayName } from '../../lib/dayNames';
import { percent } from './dailyTexts';

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** A block whose height stands for the share of the other results that was beaten. */
const blockFor = (beaten: number): string => BLOCKS[Math.min(BLOCKS.length - 1, Math.floor(beaten * BLOCKS.length))]!;

/** The line, or null if the player has no result to tell. `game`: the name of the ruleset. */
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
