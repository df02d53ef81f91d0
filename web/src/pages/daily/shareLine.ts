/** The line of text by which a player tells others about a set. It names no card and no result of a deal in points. */

import { signedNumber, t } from '../../i18n/index.svelte';
import type { DailyResults } from '../../wire/types';
import { dayName } from '../../lib/dayNames';
import { percent } from './dailyTexts';

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** A block whose height stands for a share from 0 to 1. */
const blockFor = (share: number): string => BLOCKS[Math.min(BLOCKS.length - 1, Math.floor(share * BLOCKS.length))]!;

/** The line, or null if the player has no result to tell. `game`: the name of the ruleset. */
export function shareLine(
  { day, ranked_by, score, rows }: Pick<DailyResults, 'day' | 'ranked_by' | 'score' | 'rows'>,
  game: string,
): string | null {
  if (!score) return null;
  const compared = ranked_by === 'difference' ? 'daily.shared.score' : 'daily.shared.compared';
  const told = score.compared
    ? `${t(compared, { share: percent(score.share) })} ${rows.map(({ share }) => blockFor(share ?? 0)).join('')}`
    : t('daily.shared.points', { points: signedNumber(score.points) });
  return t('daily.shared', { date: dayName(day), game, score: told });
}
