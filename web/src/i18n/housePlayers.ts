/** The room's eight house players, with their names in all languages. */

import { bots, housePlayers } from './generated/about';

export type HousePlayerId = keyof typeof housePlayers;

const KEYS: Readonly<Record<string, string>> = bots;

/** The id of the house player with a name in any language; null if no house player has this name. */
export function housePlayerOf(name: string): HousePlayerId | null {
  const id = /^house\.(\w+)\.name$/.exec(KEYS[name] ?? '')?.[1];
  return (id as HousePlayerId | undefined) ?? null;
}
