import { describe, expect, it } from '@jest/globals';
import { times } from '../kit/level.js';
import { ContractWorld, type ContractOutcome } from './contract-world.js';

const BEATS = 150;
const BEGINNINGS = [1, 251, 501, 751];
const SEEDS_A_TEST = times(18, 250);
/** The audit takes longer than the trades. */
const AUDITED_EACH = times(6, 1);

/** People of one contract who trade through crashes, gaps, halts, fundings, splits and dividends until it ends. */
describe('the simulation of contracts', () => {
  const outcomes = new Map<number, ContractOutcome>();

  it.each(BEGINNINGS)(
    `breaks no law in ${BEATS} beats of each seed from %i on, every order and position ends once, and the audit agrees`,
    (from) => {
      for (let seed = from; seed < from + SEEDS_A_TEST; seed += 1) {
        const world = new ContractWorld(seed);
        outcomes.set(seed, world.run(BEATS));
        if (seed % AUDITED_EACH === 0) expect(world.findings()).toEqual([]);
      }
    },
    900_000,
  );

  it('does the same from the same seed, hash for hash, and every owner computes it alike', () => {
    for (const seed of BEGINNINGS) {
      const world = new ContractWorld(seed);
      expect(world.run(BEATS)).toEqual(outcomes.get(seed));
      expect(world.ownersFindings()).toEqual([]);
    }
  }, 60_000);

  it('comes to every end that a position can have, and to all that the house does', () => {
    const all = [...outcomes.values()];
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(all.length);
    const ends = new Set(all.flatMap((outcome) => [...outcome.ends.keys()]));
    expect([...ends].sort()).toEqual(['deleveraging', 'delisting', 'delivery', 'liquidation', 'order', 'split']);
    const happened = new Set(all.flatMap((outcome) => [...outcome.happened.keys()]));
    const wanted = ['ContractFunded', 'PositionFunded', 'PositionDividend', 'PositionSplit', 'ContractOrdersSplit'];
    const warned = ['PositionWarned', 'PositionDeleveraged', 'InsuranceFundMoved', 'ContractSettled'];
    expect([...happened]).toEqual(expect.arrayContaining([...wanted, ...warned]));
  });
});
