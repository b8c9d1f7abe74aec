import { describe, expect, it } from '@jest/globals';
import { simulate, World, type Outcome } from '../../server/audit/simulation/world.js';
import { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { times } from '../kit/level.js';

const STEPS = 2_000;
const BEGINNINGS = [1, 26, 51, 76, 101, 126, 151, 176];
const SEEDS_A_TEST = times(5, 25);

/** Everybody and everything of both realms from one seed; the laws are checked after every command. */
describe('the simulation', () => {
  const outcomes = new Map<number, Outcome>();

  it.each(BEGINNINGS)(
    `breaks no law in ${STEPS} steps of each seed from %i on, and every request ends once`,
    async (from) => {
      for (let seed = from; seed < from + SEEDS_A_TEST; seed += 1) outcomes.set(seed, await simulate(seed, STEPS));
    },
    120_000,
  );

  it('does the same from the same seed, hash for hash', async () => {
    for (const seed of [1, 76, 126, 176]) expect(await simulate(seed, STEPS)).toEqual(outcomes.get(seed));
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

  it('comes to every end that a request can have', () => {
    const endings = new Set([...outcomes.values()].flatMap((outcome) => Object.keys(outcome.endings)));
    expect([...endings].sort()).toEqual([
      ...['C2cCompleted', 'C2cExpired', 'C2cRejected', 'ConversionQuoteEnded', 'CustodyCompleted', 'CustodyRedeemed'],
      ...['DepositCredited', 'DepositFailed', 'DepositProofAccepted', 'DepositProofRejected', 'FundsConverted'],
      ...['InvitationRewardRejected', 'InvitationRewardReleased'],
      ...['LoanRejected', 'LoanRepaid', 'LoanWithdrawn', 'LoanWrittenOff'],
      ...[
        'OptionReturned',
        'OptionSettled',
        'SubscriptionNotPassed',
        'SubscriptionPassed',
        'SubscriptionRefunded',
        'SubscriptionSoldOut',
        'WithdrawalCancelled',
        'WithdrawalPaid',
        'WithdrawalRejected',
        'WithdrawalReturned',
      ],
    ]);
  });

  it('splits, pays and delists a share while people hold it and have orders open', () => {
    const happened = new Set([...outcomes.values()].flatMap((outcome) => Object.keys(outcome.happened)));
    const wanted = ['SpotOrdersSplit', 'HoldingSplit', 'DividendPaid', 'HoldingCashedOut'];
    const ends = ['CorporateActionRejected', 'CorporateActionWithdrawn', 'CorporateActionSettled'];
    expect([...happened]).toEqual(expect.arrayContaining([...wanted, ...ends]));
  });

  it('strikes funds, and settles, cancels and refuses what people want of them', () => {
    const happened = new Set([...outcomes.values()].flatMap((outcome) => Object.keys(outcome.happened)));
    const wanted = ['FundStruck', 'FundUnitsIssued', 'FundUnitsRedeemed', 'FundRequestCancelled'];
    expect([...happened]).toEqual(expect.arrayContaining(wanted));
  });

  it('lists new coins and lets others fail, and people sell what they got once its lock-up is over', () => {
    const happened = new Set([...outcomes.values()].flatMap((outcome) => Object.keys(outcome.happened)));
    const wanted = ['NewCoinListed', 'NewCoinFailed', 'NewCoinSettled', 'NewCoinUnlocked', 'SubscriptionUnlocked'];
    expect([...happened]).toEqual(expect.arrayContaining([...wanted, 'InstrumentListed']));
    expect([...outcomes.values()].some(({ coinsSold }) => coinsSold > 0)).toBe(true);
  });

  it('issues fee vouchers, uses them and lets them expire', () => {
    const happened = new Set([...outcomes.values()].flatMap((outcome) => Object.keys(outcome.happened)));
    const wanted = ['SignInZoneSet', 'SignedIn', 'FeeVoucherIssued', 'FeeVouchersUsed', 'FeeVoucherExpired'];
    expect([...happened]).toEqual(expect.arrayContaining(wanted));
  });

  it('finds out when timers never fire', async () => {
    const { takeDue } = MemoryRealm.prototype;
    MemoryRealm.prototype.takeDue = () => undefined;
    try {
      await expect(simulate(1, STEPS)).rejects.toThrow(/has not ended|still has/);
    } finally {
      MemoryRealm.prototype.takeDue = takeDue;
    }
  });

  it('names the seed of a run that goes wrong', async () => {
    const { run } = World.prototype;
    World.prototype.run = () => Promise.reject(new Error('a law was broken'));
    try {
      await expect(simulate(4711, 1)).rejects.toThrow('seed 4711: a law was broken');
    } finally {
      World.prototype.run = run;
    }
  });
});
