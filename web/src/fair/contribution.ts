/**
 * This browser's part of each deal. It is derived from a secret of this browser, so that every hand has another part
 * and a reload does not lose it. The browser commits to it with "ready" and reveals it once all players have committed:
 * nobody can choose the deal.
 */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Table } from '../wire/types';
import { commitmentOf } from './deal';

const KEY = 'paiju.part';
const BYTES = 16;

function secret(): string {
  const kept = localStorage.getItem(KEY) ?? bytesToHex(randomBytes(BYTES));
  localStorage.setItem(KEY, kept);
  return kept;
}

/** `deal`: the server's commitment; for older hands, whose records contain the table's id, that id. */
export const partOf = (deal: string, hand: number): string =>
  bytesToHex(hmac(sha256, hexToBytes(secret()), utf8ToBytes(`${deal}-${hand}`)).slice(0, BYTES));

/** This browser's commitment for the next hand. */
export const commitmentFor = ({ next }: Table): string =>
  next ? commitmentOf(partOf(next.commitment, next.number)) : '';

/**
 * The part that the table waits for from this browser, or null. Another browser of the same player may have made the
 * commitment.
 */
export function partDue(table: Table): string | null {
  const { next, you } = table;
  if (table.table.phase !== 'revealing' || !next || you === null || next.opened[you]) return null;
  return commitmentFor(table) === next.pledges[you] ? partOf(next.commitment, next.number) : null;
}
