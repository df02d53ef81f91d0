/** The sanctions of admins that are in force on a player, and the actions that an admin can take. */

import { t } from '../../i18n/index.svelte';
import type { NewAction } from '../../wire/types';

const MARKS = {
  admin: 'admin.mark.admin',
  banned: 'admin.mark.banned',
  muted: 'admin.mark.muted',
  unranked: 'admin.mark.unranked',
} as const;

export const sanctionTexts = (marks: readonly string[]): string[] =>
  Object.entries(MARKS).flatMap(([mark, key]) => (marks.includes(mark) ? [t(key)] : []));

/** The actions that an admin can take on a player with these marks. Admins can neither mute nor ban each other. */
export function actionsFor(marks: readonly string[]): NewAction['act'][] {
  const rank = marks.includes('unranked') ? 'rank' : 'unrank';
  if (marks.includes('admin')) return [rank, 'rename', 'coins'];
  const mute = marks.includes('muted') ? 'unmute' : 'mute';
  return [mute, marks.includes('banned') ? 'unban' : 'ban', rank, 'rename', 'coins'];
}
