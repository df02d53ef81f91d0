/**
 * This browser's part of each deal. It follows from a secret of the browser's own, so that it is another one in every hand and
 * a reload does not lose it. It is pledged with "ready" and opened when all have pledged: nobody can choose a deal.
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

/** `deal`: the fingerprint of the server's secret; for hands from before their records were silent about it, the table's id. */
export const partOf = (deal: string, hand: number): string =>
  bytesToHex(hmac(sha256, hexToBytes(secret()), utf8ToBytes(`${deal}-${hand}`)).slice(0, BYTES));

/** What this browser promises for the hand to come. */
export const pledgeFor = ({ next }: Table): string => (next ? commitmentOf(partOf(next.commitment, next.number)) : '');

/** The part that the table waits for from this browser, if any. Another browser of the same player may have pledged. */
export function partDue(table: Table): string | null {
  const { next, you } = table;
  if (table.table.phase !== 'revealing' || !next || you === null || next.opened[you]) return null;
  return pledgeFor(table) === next.pledges[you] ? partOf(next.commitment, next.number) : null;
}
