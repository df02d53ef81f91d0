/**
 * The fair deal again, step by step as the server does it (paiju.core.fair_deal):
 * seed = HMAC-SHA256(secret, the parts with their lengths before them); the generator is HMAC-SHA256 of a counter under the
 * seed, read as 32-bit big-endian words; a number below n is taken by rejection; the shuffle goes from the last place down.
 *
 * Browsers offer their own cryptography to pages over https only, and a room at home has none: so it is a library's.
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

const joined = (...parts: Bytes[]): Bytes => concatBytes(...parts.flatMap((part) => [eightBytes(part.length), part]));

const number = (value: number): Bytes => utf8ToBytes(String(value));

/** What is published of a secret before the hand: its SHA-256. */
export const commitmentOf = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** The 32 bytes from which the whole deal follows. */
export function handSeed(fair: FairProof): Bytes {
  const parts = (fair.contributions ?? []).map(hexToBytes);
  return hmac(sha256, hexToBytes(fair.secret ?? ''), joined(utf8ToBytes(fair.table), number(fair.hand), ...parts));
}

/** The house's part for a seat that did not open its own. */
export function standIn(fair: FairProof, seat: number): string {
  const message = concatBytes(
    utf8ToBytes('stand-in'),
    joined(utf8ToBytes(fair.table), number(fair.hand), number(seat)),
  );
  return bytesToHex(hmac(sha256, hexToBytes(fair.secret ?? ''), message).slice(0, STAND_IN_BYTES));
}

function* wordsOf(seed: Bytes): Generator<number, never> {
  for (let counter = 0; ; counter += 1) {
    const block = new DataView(hmac(sha256, seed, eightBytes(counter)).buffer);
    for (let at = 0; at < BLOCK_WORDS; at += 1) yield block.getUint32(at * 4);
  }
}

function below(bound: number, words: Generator<number, never>): number {
  const limit = WORD - (WORD % bound);
  for (;;) {
    const { value } = words.next();
    if (value < limit) return value % bound;
  }
}

/** The deal that follows from a seed: the pack is shuffled, then come the further draws. */
export function drawDeal({ pack, draws }: DealPlan, seed: Bytes): Deal {
  const words = wordsOf(seed);
  const deck = [...pack];
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = below(last + 1, words);
    [deck[last], deck[other]] = [deck[other]!, deck[last]!];
  }
  // The schema does not say of what a pair is made: a name, and the number of values.
  const bounds = ((draws ?? []) as unknown as [string, number][]).map(([, bound]) => bound);
  return { deck, draws: bounds.map((bound) => below(bound, words)) };
}

export interface Verdict {
  readonly commitment: boolean;
  /** Every part is the one pledged, or the house's where a seat did not open its own; null in old records without pledges. */
  readonly pledges: boolean | null;
  /** The seats for which the house stood in. */
  readonly replaced: readonly number[];
  readonly deal: boolean;
}

const same = (ours: readonly number[], theirs: readonly number[]): boolean =>
  ours.length === theirs.length && ours.every((card, at) => card === theirs[at]);

const keeps = (pledge: string, part: string): boolean => (pledge ? commitmentOf(part) === pledge : part === '');

/** Does what was published before the hand fit what is known after it, and does the whole deal follow from that? */
export function verify(fair: FairProof, plan: DealPlan, deal: Deal): Verdict {
  const again = drawDeal(plan, handSeed(fair));
  const parts = fair.contributions ?? [];
  const pledges = fair.pledges ?? [];
  const replaced = pledges.flatMap((pledge, seat) => (keeps(pledge, parts[seat] ?? '') ? [] : [seat]));
  return {
    commitment: commitmentOf(fair.secret ?? '') === fair.commitment,
    pledges: pledges.length ? replaced.every((seat) => parts[seat] === standIn(fair, seat)) : null,
    replaced,
    deal: same(again.deck, deal.deck) && same(again.draws ?? [], deal.draws ?? []),
  };
}
