import { describe, expect, test } from 'vitest';
import type { DealPlan } from '../wire/types';
import { commitmentOf, drawDeal, handSeed, toHex, verify } from './deal';
// Made by paiju.core.deal.
import vectors from './vectors.json';

describe.each(vectors)('a deal of the server, table $table', (vector) => {
  const plan = vector.plan as unknown as DealPlan;
  const { deal } = vector;

  test('the same commitment, seed and deal', async () => {
    const seed = await handSeed(vector);
    expect(await commitmentOf(vector.secret)).toBe(vector.commitment);
    expect(toHex(seed)).toBe(vector.seed);
    expect(await drawDeal(plan, seed)).toEqual(deal);
  });

  test('it verifies, and nothing else does', async () => {
    expect(await verify(vector.commitment, vector, plan, deal)).toEqual({ commitment: true, deal: true });
    const other = { ...vector, hand: vector.hand + 1 };
    expect(await verify('00', other, plan, deal)).toEqual({ commitment: false, deal: false });
    const reversed = { ...deal, deck: [...deal.deck].reverse() };
    const redrawn = { ...deal, draws: [...deal.draws, 0] };
    for (const wrong of [reversed, redrawn])
      expect((await verify(vector.commitment, vector, plan, wrong)).deal).toBe(false);
  });
});
