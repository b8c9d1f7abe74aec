import { describe, expect, it } from '@jest/globals';
import '../../server/features.js';
import { MoneyWorld, simulateMoney, type MoneyOutcome } from '../../server/audit/simulation/money-world.js';
import { times } from '../kit/level.js';

const STEPS = 400;
const BEGINNINGS = [1, 126, 251, 376, 501, 626, 751, 876];
const SEEDS_A_TEST = times(20, 125);

/** People, staff, chain with reorganisations, bank and clock from one seed; the laws are checked after every command. */
describe('money in and out', () => {
  const outcomes = new Map<number, MoneyOutcome>();

  it.each(BEGINNINGS)(
    'breaks no law in the seeds from %i on, and every request ends once',
    (from) => {
      for (let seed = from; seed < from + SEEDS_A_TEST; seed += 1) outcomes.set(seed, simulateMoney(seed, STEPS));
    },
    120_000,
  );

  it('does the same from the same seed, hash for hash', () => {
    for (const seed of [1, 501, 876]) expect(simulateMoney(seed, STEPS)).toEqual(outcomes.get(seed));
  });

  it('comes to every end that a request can have', () => {
    const endings = new Set([...outcomes.values()].flatMap((outcome) => Object.keys(outcome.endings)));
    expect([...endings].sort()).toEqual([
      ...['C2cCompleted', 'C2cExpired', 'C2cRejected'],
      ...['DepositCredited', 'DepositFailed', 'DepositProofAccepted', 'DepositProofRejected'],
      ...['WithdrawalCancelled', 'WithdrawalPaid', 'WithdrawalRejected', 'WithdrawalReturned'],
    ]);
  });

  it('names the seed of a run that goes wrong', () => {
    const { run } = MoneyWorld.prototype;
    MoneyWorld.prototype.run = () => {
      throw new Error('a law was broken');
    };
    try {
      expect(() => simulateMoney(4711, 1)).toThrow('seed 4711: a law was broken');
    } finally {
      MoneyWorld.prototype.run = run;
    }
  });
});
