import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { times } from '../../../test/kit/level.js';
import { mine, type ChainStep, type Minable, type MinedNetwork } from './mining.rules.js';
import { blockHash, branchFoundAt, branchOf, seededSchedule, type ChainSchedule } from './schedule.rules.js';

const CONFIRMATIONS = 4;
const GENESIS = Date.UTC(2026, 0, 1);
const RUNS = times(50, 150);

/** A network on which every third block or so reorganises: as rough as chance allows. */
const rough = (seed: string): ChainSchedule =>
  seededSchedule({
    ...{ network: 'TEST', seed, genesisAt: GENESIS, blockSeconds: 10, confirmations: CONFIRMATIONS },
    reorganisationEveryBlocks: 3,
  });

const network = (schedule: ChainSchedule, blockTransfers = 3): MinedNetwork<Minable> => ({
  confirmations: CONFIRMATIONS,
  blockTransfers,
  schedule,
  replacement: (dropped) => ({ ...dropped, hash: `instead of ${dropped.hash}`, doubleSpend: null, blockHeight: null }),
});

const transfer = (sequence: number, targetHeight: number, doubleSpend: Minable['doubleSpend'] = null): Minable => ({
  ...{ hash: `t${sequence}`, sequence, status: 'mempool', targetHeight, blockHeight: null, final: false, doubleSpend },
});

const transfers = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(null, null, null, 'at-once', 'in-reorganisation')))
  .map((list) => list.map(([target, spend], at) => transfer(at, target, spend as Minable['doubleSpend'])));

describe('mining', () => {
  it('comes to the same in one go as block by block, whatever is in between', () => {
    fc.assert(
      fc.property(fc.string(), transfers, fc.array(fc.integer({ min: 1, max: 30 })), (seed, pending, strides) => {
        const run = network(rough(seed));
        const whole = mine(pending, 0, 300, run);
        let tip = 0;
        let stands = pending;
        const steps: ChainStep[] = [];
        for (const stride of [...strides, 300]) {
          const until = Math.min(300, tip + stride);
          const part = mine(stands, tip, until, run);
          [stands, tip] = [[...part.transfers], until];
          steps.push(...part.steps);
        }
        expect(steps).toEqual(whole.steps);
        expect(stands).toEqual(whole.transfers);
      }),
      { numRuns: RUNS },
    );
  });

  it('ends every transfer either final in one block, or dropped for another of the same coins', () => {
    fc.assert(
      fc.property(fc.string(), transfers, (seed, pending) => {
        const { transfers: after, steps } = mine(pending, 0, 1_000, network(rough(seed)));
        for (const { hash, status, final, blockHeight } of after) {
          expect([status === 'mined' && final && blockHeight !== null, status === 'dropped']).toContain(true);
          const of = steps.filter((step) => step.hash === hash);
          const [mined, back] = ['mined', 'taken-back'].map((kind) => of.filter((step) => step.kind === kind).length);
          // In the chain once, or not at all.
          expect((mined ?? 0) - (back ?? 0)).toBe(status === 'mined' ? 1 : 0);
        }
        const dropped = after.filter(({ status }) => status === 'dropped').map(({ hash }) => `instead of ${hash}`);
        expect(after.filter(({ hash }) => hash.startsWith('instead')).map(({ hash }) => hash)).toEqual(
          expect.arrayContaining(dropped),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('never takes back what had as many confirmations as make it final, and puts no more into a block than fits', () => {
    fc.assert(
      fc.property(fc.string(), transfers, (seed, pending) => {
        const { steps } = mine(pending, 0, 1_000, network(rough(seed), 2));
        for (const { kind, height, from } of steps)
          if (kind === 'taken-back') expect(height - (from ?? 0)).toBeLessThan(CONFIRMATIONS);
        const honest = steps.filter(({ kind, hash }) => kind === 'mined' && !hash.startsWith('instead'));
        for (const taken of Map.groupBy(honest, ({ height }) => height).values())
          expect(taken.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: RUNS },
    );
  });

  it('tells a transfer once for each block on it until it is final, and then no more', () => {
    const calm: ChainSchedule = { ...rough('calm'), reorganisationDepth: () => 0 };
    const { steps } = mine([transfer(1, 5)], 0, 100, network(calm));
    expect(steps.map(({ kind, height }) => `${kind} ${height}`)).toEqual([
      ...['mined 5', 'confirmed 6', 'confirmed 7', 'confirmed 8'],
    ]);
  });
});

describe('the schedule', () => {
  it('finds each block after the one before it, and knows at any instant which was the last', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 1_000_000 }), (seed, height) => {
        const schedule = rough(seed);
        const at = schedule.blockAt(height);
        expect(at).toBeGreaterThan(schedule.blockAt(height - 1));
        expect(schedule.heightAt(at)).toBe(height);
        expect(schedule.heightAt(at - 1)).toBe(height - 1);
      }),
    );
  });

  it('reorganises about as often as it says, mostly one block, and never as many as make a transfer final', () => {
    const schedule = rough('often');
    const depths = Array.from({ length: 3_000 }, (_, height) => schedule.reorganisationDepth(height));
    const some = depths.filter((depth) => depth > 0);
    expect(some.length).toBeGreaterThan(850);
    expect(some.length).toBeLessThan(1_150);
    expect(some.filter((depth) => depth === 1).length / some.length).toBeGreaterThan(0.65);
    expect(Math.max(...depths)).toBe(CONFIRMATIONS - 1);
  });

  it('gives each block that ever stood at a height a hash and an instant of its own', () => {
    const schedule = rough('branches');
    for (let height = 1; height < 200; height += 1) {
      const branches = branchOf(schedule, CONFIRMATIONS, height, height + 100);
      expect(branchOf(schedule, CONFIRMATIONS, height, height)).toBe(0);
      const all = Array.from({ length: branches + 1 }, (_, branch) => branch);
      expect(new Set(all.map((branch) => blockHash('seed', 'TEST', height, branch, []))).size).toBe(branches + 1);
      const found = all.map((branch) => branchFoundAt(schedule, CONFIRMATIONS, height, branch).at);
      expect(found).toEqual([...found].sort((a, b) => a - b));
    }
  });
});
