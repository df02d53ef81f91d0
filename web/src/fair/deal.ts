/**
 * The fair deal again, step by step as the server does it (paiju.core.deal):
 * seed = HMAC-SHA256(secret, the parts with their lengths before them); the generator is HMAC-SHA256 of a counter under the
 * seed, read as 32-bit big-endian words; a number below n is taken by rejection; the shuffle goes from the last place down.
 */

import type { Deal, DealPlan } from '../wire/types';

const BLOCK_WORDS = 8;
const WORD = 2 ** 32;

type Bytes = Uint8Array<ArrayBuffer>;

export interface Commitment {
  readonly secret: string;
  readonly table: string;
  readonly hand: number;
  readonly contributions: readonly string[];
}

/** Browsers offer their cryptography to pages from this machine or over https only. */
export const canVerify = (): boolean => globalThis.crypto?.subtle !== undefined;

export const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function eightBytes(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function hmac(key: Bytes): Promise<(message: Bytes) => Promise<Bytes>> {
  const ready = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (message) => new Uint8Array(await crypto.subtle.sign('HMAC', ready, message));
}

/** What was published before the hand: the SHA-256 of the secret. */
export async function commitmentOf(secret: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', fromHex(secret))));
}

/** The 32 bytes from which the whole deal follows. */
export async function handSeed({ secret, table, hand, contributions }: Commitment): Promise<Bytes> {
  const text = new TextEncoder();
  const parts = [text.encode(table), text.encode(String(hand)), ...contributions.map(fromHex)];
  const sign = await hmac(fromHex(secret));
  return sign(joined(parts.flatMap((part) => [eightBytes(part.length), part])));
}

async function* wordsOf(seed: Bytes): AsyncGenerator<number, never> {
  const sign = await hmac(seed);
  for (let counter = 0; ; counter += 1) {
    const block = new DataView((await sign(eightBytes(counter))).buffer);
    for (let at = 0; at < BLOCK_WORDS; at += 1) yield block.getUint32(at * 4);
  }
}

async function below(bound: number, words: AsyncGenerator<number, never>): Promise<number> {
  const limit = WORD - (WORD % bound);
  for (;;) {
    const { value } = await words.next();
    if (value < limit) return value % bound;
  }
}

/** The deal that follows from a seed: the pack is shuffled, then come the further draws. */
export async function drawDeal({ pack, draws }: DealPlan, seed: Bytes): Promise<Deal> {
  const words = wordsOf(seed);
  const deck = [...pack];
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1, words);
    [deck[last], deck[other]] = [deck[other]!, deck[last]!];
  }
  const drawn: number[] = [];
  // The schema does not say of what a pair is made: a name, and the number of values.
  for (const [, bound] of (draws ?? []) as unknown as [string, number][]) drawn.push(await below(bound, words));
  return { deck, draws: drawn };
}

export interface Verdict {
  readonly commitment: boolean;
  readonly deal: boolean;
}

const same = (ours: readonly number[], theirs: readonly number[]): boolean =>
  ours.length === theirs.length && ours.every((number, at) => number === theirs[at]);

/** Does the server's promise before the hand fit the secret after it, and does the whole deal follow from it? */
export async function verify(promised: string, parts: Commitment, plan: DealPlan, deal: Deal): Promise<Verdict> {
  const again = await drawDeal(plan, await handSeed(parts));
  return {
    commitment: (await commitmentOf(parts.secret)) === promised,
    deal: same(again.deck, deal.deck) && same(again.draws ?? [], deal.draws ?? []),
  };
}
