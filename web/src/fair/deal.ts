/**
 * Recomputes a fair deal as the server does (`paiju.core.fair_deal`). The seed is the HMAC-SHA256 of the
 * length-prefixed contributions under the house's secret. The generator is the HMAC-SHA256 of a counter under the seed,
 * read as 32-bit big-endian words. Numbers below n are drawn by rejection sampling; the shuffle (Fisher–Yates) runs
 * from the last position down. This module uses a library for the hashes: browsers offer Web Crypto only over HTTPS,
 * and a server at home may not have HTTPS.
 */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Deal, DealPlan, FairProof } from '../wire/types';

const BLOCK_WORDS = 8;
const WORD = 2 ** 32;
const STAND_IN_BYTES = 16;

type Bytes = Uint8Array;

function eightBytes(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

const concatPrefixed = (...parts: Bytes[]): Bytes =>
  concatBytes(...parts.flatMap((part) => [eightBytes(part.length), part]));

const decimalBytes = (value: number): Bytes => utf8ToBytes(String(value));

/** The commitment to a secret, which is published before the hand: the SHA-256 of the secret. */
export const commitmentOf = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** The 32-byte seed of the whole deal. */
export function handSeed(fair: FairProof): Bytes {
  const parts = (fair.contributions ?? []).map(hexToBytes);
  return hmac(
    sha256,
    hexToBytes(fair.secret ?? ''),
    concatPrefixed(utf8ToBytes(fair.table), decimalBytes(fair.hand), ...parts),
  );
}

/** The contribution that the house supplies for a seat that did not reveal its own. */
export function houseContribution(fair: FairProof, seat: number): string {
  const message = concatBytes(
    utf8ToBytes('stand-in'),
    concatPrefixed(utf8ToBytes(fair.table), decimalBytes(fair.hand), decimalBytes(seat)),
  );
  return bytesToHex(hmac(sha256, hexToBytes(fair.secret ?? ''), message).slice(0, STAND_IN_BYTES));
}

function* randomWords(seed: Bytes): Generator<number, never> {
  for (let counter = 0; ; counter += 1) {
    const block = new DataView(hmac(sha256, seed, eightBytes(counter)).buffer);
    for (let at = 0; at < BLOCK_WORDS; at += 1) yield block.getUint32(at * 4);
  }
}

function drawBelow(bound: number, words: Generator<number, never>): number {
  const limit = WORD - (WORD % bound);
  for (;;) {
    const { value } = words.next();
    if (value < limit) return value % bound;
  }
}

/** The deal that follows from a seed: the shuffled pack, then the further draws. */
export function drawDeal({ pack, draws }: DealPlan, seed: Bytes): Deal {
  const words = randomWords(seed);
  const deck = [...pack];
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = drawBelow(last + 1, words);
    [deck[last], deck[other]] = [deck[other]!, deck[last]!];
  }
  // The schema does not type the elements of such a pair: a name, and the number of possible values.
  const bounds = (draws ?? []).map(([, bound]) => bound);
  return { deck, draws: bounds.map((bound) => drawBelow(bound, words)) };
}

export interface Verdict {
  readonly commitment: boolean;
  /**
   * Whether every contribution matches its commitment or, if the seat did not reveal one, is the house's. Null for old
   * records, which have no commitments.
   */
  readonly pledges: boolean | null;
  /** The seats for which the house supplied the contribution. */
  readonly replaced: readonly number[];
  readonly deal: boolean;
}

const areEqual = (ours: readonly number[], theirs: readonly number[]): boolean =>
  ours.length === theirs.length && ours.every((card, at) => card === theirs[at]);

const matchesCommitment = (pledge: string, part: string): boolean =>
  pledge ? commitmentOf(part) === pledge : part === '';

/**
 * Checks that the commitments published before the hand match the values revealed after it, and that the whole deal
 * follows from these values.
 */
export function verify(fair: FairProof, plan: DealPlan, deal: Deal): Verdict {
  const again = drawDeal(plan, handSeed(fair));
  const parts = fair.contributions ?? [];
  const pledges = fair.pledges ?? [];
  const replaced = pledges.flatMap((pledge, seat) => (matchesCommitment(pledge, parts[seat] ?? '') ? [] : [seat]));
  return {
    commitment: commitmentOf(fair.secret ?? '') === fair.commitment,
    pledges: pledges.length ? replaced.every((seat) => parts[seat] === houseContribution(fair, seat)) : null,
    replaced,
    deal: areEqual(again.deck, deal.deck) && areEqual(again.draws ?? [], deal.draws ?? []),
  };
}
