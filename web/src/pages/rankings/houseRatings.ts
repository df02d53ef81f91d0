/** The house players in a ranking by rating. */

import { housePlayers } from '../../i18n/generated/about';
import { words } from '../../i18n/generated/common';
import { textForLanguage } from '../../i18n/languages';
import type { HousePlayerId } from '../../i18n/housePlayers';
import { settings } from '../../lib/settings.svelte';
import type { RankingLine, RulesetInfo } from '../../wire/types';

/** A house player, with the measured rating of the level at which it usually plays. */
export interface HouseRating {
  readonly player: HousePlayerId;
  readonly name: string;
  readonly level: string;
  readonly rating: number;
}

/** The ratings of the house players in a ruleset with these levels. */
export const houseRatings = (levels: RulesetInfo['levels']): HouseRating[] =>
  Object.entries(housePlayers).flatMap(([id, { level: homes }]) => {
    const player = id as HousePlayerId;
    const level = homes.find((one) => one in levels);
    const rating = level === undefined ? undefined : levels[level];
    if (level === undefined || rating === undefined) return [];
    return [{ player, name: textForLanguage(settings.language, words, `house.${player}.name`) ?? id, level, rating }];
  });

/** A row of the ranking: a player with a place, or a house player without one. */
export type RankedRow =
  { readonly house: HouseRating } | { readonly house?: undefined; readonly line: RankingLine; readonly place: number };

/** The rows of the ranking, from the highest rating down, house players included. A house player takes no place. */
export function rankedRows(lines: readonly RankingLine[], house: readonly HouseRating[]): RankedRow[] {
  const worth = (row: RankedRow): number => (row.house ? row.house.rating : row.line.value);
  const rows: RankedRow[] = [
    ...lines.map((line, at) => ({ line, place: at + 1 })),
    ...house.map((one) => ({ house: one })),
  ];
  return house.length === 0 ? rows : rows.sort((one, other) => worth(other) - worth(one));
}
