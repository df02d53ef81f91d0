/** The room's eight house players, by their names in any language. */

import { bots, housePlayers } from './generated/about';

export type HousePlayerId = keyof typeof housePlayers;

const KEYS: Readonly<Record<string, string>> = bots;

/** The house player of a name in any language, by id; null if it is the name of somebody else. */
export function housePlayerOf(name: string): HousePlayerId | null {
  const id = /^house\.(\w+)\.name$/.exec(KEYS[name] ?? '')?.[1];
  return (id as HousePlayerId | undefined) ?? null;
}
