import { describe, expect, it } from '@jest/globals';
import { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { times } from '../kit/level.js';
import { WealthWorld, type WealthOutcome } from './wealth-world.js';

const BEGINNINGS = [1, 76, 151, 226];
const SEEDS_A_TEST = times(1, 75);

/**
 * Three years of custody, VIP products, funds, loans, new coins, invitations and sign-ins by the first rules, and of C2C orders, options and
 * a contract beside them. After every command: postings sum to zero, treasury, lender, the house of options and the insurance fund are never
 * short, and only own money goes into products. After each year all balances of an asset sum to zero. In the end each request has one final
 * label: orders and positions of the contract too.
 */
describe('three years of all products', () => {
  const outcomes = new Map<number, WealthOutcome>();

  it.each(BEGINNINGS)(
    'break no law in any world of each seed from %i on',
    async (from) => {
      for (let seed = from; seed < from + SEEDS_A_TEST; seed += 1)
        outcomes.set(seed, await new WealthWorld(seed).run());
    },
    900_000,
  );

  it('are the same from the same seed, hash for hash, and replay and audit agree', async () => {
    expect(await new WealthWorld(76).run(true)).toEqual(outcomes.get(76));
    expect(new Set([...outcomes.values()].map(({ hash }) => hash)).size).toBe(outcomes.size);
  }, 120_000);

  it('come to every end that a request can have', () => {
    const endings = new Set([...outcomes.values()].flatMap((outcome) => Object.keys(outcome.endings)));
    const rewards = ['InvitationRewardRejected', 'InvitationRewardReleased'];
    const funds = ['FundRequestCancelled', 'FundRequestFailed', 'FundUnitsIssued', 'FundUnitsRedeemed'];
    const loans = ['LoanRejected', 'LoanRepaid', 'LoanWithdrawn', 'LoanWrittenOff'];
    const issues = ['NewCoinRefunded', 'NewCoinRejected', 'NewCoinUnlocked'];
    const coins = ['SubscriptionNotPassed', 'SubscriptionRefunded', 'SubscriptionSoldOut', 'SubscriptionUnlocked'];
    const custody = ['CustodyCompleted', 'CustodyRedeemed'];
    const c2c = ['C2cCompleted', 'C2cExpired', 'C2cRejected'];
    const options = ['OptionReturned', 'OptionSettled'];
    const all = [...c2c, ...custody, ...funds, ...rewards, ...loans, ...issues, ...options, ...coins];
    expect([...endings].sort()).toEqual(all);
    const results = new Set([...outcomes.values()].flatMap((outcome) => Object.keys(outcome.options)));
    expect([...results].sort()).toEqual(['equal', 'lost', 'won']);
    const positions = new Set([...outcomes.values()].flatMap((outcome) => Object.keys(outcome.positions)));
    const closed = ['deleveraging', 'delisting', 'delivery', 'liquidation', 'order'];
    expect([...positions]).toEqual(expect.arrayContaining(closed));
  });

  it('see what goes wrong: missed values, plans left out, overdue loans, vouchers that end, and products that are sold out', () => {
    const happened = new Set([...outcomes.values()].flatMap((outcome) => Object.keys(outcome.happened)));
    const events = ['FundStrikeMissed', 'LoanOverdue', 'FeeVoucherExpired', 'FeeVouchersUsed', 'InvitationRewardPaid'];
    const plans = ['FundPlanBought', 'FundPlanEnded', 'FundPlanSkipped'];
    const orders = ['C2cOrderMatched', 'C2cRemitted', 'C2cAppealed', 'C2cReinstated'];
    const contracts = ['PositionOpened', 'PositionFunded', 'PositionLiquidated', 'InsuranceFundMoved'];
    expect([...happened]).toEqual(expect.arrayContaining([...events, ...plans, ...orders, ...contracts]));
    const refusals = new Set([...outcomes.values()].flatMap((outcome) => [...outcome.refusals]));
    const codes = ['asset.debts-uncovered', 'custody.sold-out', 'loan.overdue', 'loan.sold-out', 'loan.written-off'];
    expect([...refusals]).toEqual(expect.arrayContaining(codes));
  });

  it('find out when timers never fire', async () => {
    const months = () => new WealthWorld(1, 120).run();
    await months();
    const { takeDue } = MemoryRealm.prototype;
    MemoryRealm.prototype.takeDue = () => undefined;
    try {
      await expect(months()).rejects.toThrow(/has not ended|still has/);
    } finally {
      MemoryRealm.prototype.takeDue = takeDue;
    }
  }, 60_000);
});
