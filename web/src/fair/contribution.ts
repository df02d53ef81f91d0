/**
 * This browser's contribution to each deal. It is derived from a secret of this browser and from the hand, so it
 * differs for every hand and survives a reload. The browser commits to it with "ready" and reveals it once all players
 * have committed. Therefore nobody can choose the deal.
 */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Table } from '../wire/types';
import { commitmentOf } from './deal';

const KEY = 'paiju.part';
const BYTES = 16;

function browserSecret(): string {
  const kept = localStorage.getItem(KEY) ?? bytesToHex(randomBytes(BYTES));
  localStorage.setItem(KEY, kept);
  return kept;
}

/**
 * This browser's contribution to a hand. `deal` is the server's commitment to the hand. Records of older hands contain
 * the table's id instead; for these, `deal` is that id.
 */
export const contributionTo = (deal: string, hand: number): string =>
  bytesToHex(hmac(sha256, hexToBytes(browserSecret()), utf8ToBytes(`${deal}-${hand}`)).slice(0, BYTES));

/** This browser's commitment to its contribution to the next hand. */
export const commitmentFor = ({ next }: Table): string =>
  next ? commitmentOf(contributionTo(next.commitment, next.number)) : '';

/**
 * The contribution that the table is waiting for from this browser. Null if it waits for none, also if another browser
 * of the same player made the commitment.
 */
export function contributionDue(table: Table): string | null {
  const { next, you } = table;
  if (table.table.phase !== 'revealing' || !next || you === null || next.opened[you]) return null;
  return commitmentFor(table) === next.pledges[you] ? contributionTo(next.commitment, next.number) : null;
}
