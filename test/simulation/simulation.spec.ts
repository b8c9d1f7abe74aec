import { describe, expect, it } from '@jest/globals';
import '../../server/features.js';
import { simulate, World, type Outcome } from '../../server/audit/simulation/world.js';
import { times } from '../kit/level.js';

const COMMANDS = 2_000;
const BEGINNINGS = [1, 26, 51, 76, 101, 126, 151, 176];
const SEEDS_A_TEST = times(5, 25);

/** People of both realms, their market and their clock from one seed; the laws are checked after every command. */
describe('the simulation', () => {
  const outcomes = new Map<number, Outcome>();

  it.each(BEGINNINGS)(
    `breaks no law in ${COMMANDS} commands of each seed from %i on`,
    (from) => {
      for (let seed = from; seed < from + SEEDS_A_TEST; seed += 1) outcomes.set(seed, simulate(seed, COMMANDS));
    },
    120_000,
  );

  it('does the same from the same seed, hash for hash', () => {
    for (const seed of [1, 76, 126, 176]) expect(simulate(seed, COMMANDS)).toEqual(outcomes.get(seed));
  }, 30_000);

  it('does something else from every seed, and much of everything', () => {
    const all = [...outcomes.values()];
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(BEGINNINGS.length * SEEDS_A_TEST);
    for (const { trades, refused, events } of all) {
      expect(trades).toBeGreaterThan(100);
      expect(refused).toBeGreaterThan(100);
      expect(events).toBeGreaterThan(1_000);
    }
  });

  it('names the seed of a run that goes wrong', () => {
    const { run } = World.prototype;
    World.prototype.run = () => {
      throw new Error('a law was broken');
    };
    try {
      expect(() => simulate(4711, 1)).toThrow('seed 4711: a law was broken');
    } finally {
      World.prototype.run = run;
    }
  });
});
