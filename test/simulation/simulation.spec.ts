import { describe, expect, it } from '@jest/globals';
import '../../server/all-events.js';
import { simulate, World, type Outcome } from '../../server/audit/simulation/world.js';

const SEEDS = 200;
const COMMANDS = 2_000;
const SEEDS_A_TEST = 25;

/** People of both realms, their market and their clock from one seed; the laws are checked after every command. */
describe('the simulation', () => {
  const outcomes = new Map<number, Outcome>();

  it.each(Array.from({ length: SEEDS / SEEDS_A_TEST }, (_, n) => n * SEEDS_A_TEST + 1))(
    `breaks no law in ${SEEDS_A_TEST} seeds of ${COMMANDS} commands from seed %i on`,
    (from) => {
      for (let seed = from; seed < from + SEEDS_A_TEST; seed += 1) outcomes.set(seed, simulate(seed, COMMANDS));
    },
    120_000,
  );

  it('does the same from the same seed, hash for hash', () => {
    for (const seed of [1, 77, 142, 200]) expect(simulate(seed, COMMANDS)).toEqual(outcomes.get(seed));
  }, 30_000);

  it('does something else from every seed, and much of everything', () => {
    const all = [...outcomes.values()];
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(SEEDS);
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
