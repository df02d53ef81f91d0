import { describe, expect, test } from 'vitest';
import { commitmentOf, handSeed, shuffled, toHex, verify } from './deal';
// Made by paiju.core.deal.
import vectors from './vectors.json';

describe.each(vectors)('a deal of the server, table $table', (vector) => {
  test('the same commitment, seed and deck', async () => {
    const seed = await handSeed(vector);
    expect(await commitmentOf(vector.secret)).toBe(vector.commitment);
    expect(toHex(seed)).toBe(vector.seed);
    const pack = [...vector.deck].sort((a, b) => a - b);
    expect(await shuffled(pack, seed)).toEqual(vector.deck);
  });

  test('it verifies, and nothing else does', async () => {
    expect(await verify(vector.commitment, vector, vector.deck)).toEqual({ commitment: true, deck: true });
    const [first, second, ...rest] = vector.deck;
    const swapped = [second!, first!, ...rest];
    expect(await verify('00', { ...vector, hand: vector.hand + 1 }, vector.deck)).toEqual({
      commitment: false,
      deck: false,
    });
    if (first !== second) expect((await verify(vector.commitment, vector, swapped)).deck).toBe(false);
  });
});
