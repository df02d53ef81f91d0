import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import type { DealPlan, FairProof } from '../wire/types';
import { commitmentOf, drawDeal, handSeed, standIn, verify } from './deal';
// Made by paiju.core.fair_deal.
import vectors from './vectors.json';

describe.each(vectors)('a deal of the server, table $table', (vector) => {
  const fair: FairProof = vector;
  const plan = vector.plan as unknown as DealPlan;
  const { deal } = vector;
  const replaced = 'replaced' in vector ? vector.replaced : [];
  const pledges = 'pledges' in vector ? true : null;

  test('the same commitment, seed and deal', () => {
    expect(commitmentOf(vector.secret)).toBe(vector.commitment);
    expect(bytesToHex(handSeed(fair))).toBe(vector.seed);
    expect(drawDeal(plan, handSeed(fair))).toEqual(deal);
  });

  test('it verifies, and nothing else does', () => {
    expect(verify(fair, plan, deal)).toEqual({ commitment: true, pledges, replaced, deal: true });
    const other = { ...fair, hand: fair.hand + 1, commitment: '00' };
    expect(verify(other, plan, deal)).toMatchObject({ commitment: false, deal: false });
    const reversed = { ...deal, deck: [...deal.deck].reverse() };
    const redrawn = { ...deal, draws: [...deal.draws, 0] };
    for (const wrong of [reversed, redrawn]) expect(verify(fair, plan, wrong).deal).toBe(false);
  });
});

test('the house stands in with nothing but what it had fixed', () => {
  const fair: FairProof = vectors.find((vector) => 'replaced' in vector)!;
  expect(fair.contributions![1]).toBe(standIn(fair, 1));
  const [own, , none] = fair.contributions!;
  const chosen = verify({ ...fair, contributions: [own!, '09'.repeat(16), none!] }, { pack: [] }, { deck: [] });
  expect([chosen.pledges, chosen.replaced]).toEqual([false, [1]]);
});
