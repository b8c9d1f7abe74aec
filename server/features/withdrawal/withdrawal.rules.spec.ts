import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type TurnoverMode, WITHDRAWAL_PRESETS } from '../../../contracts/withdrawal.contract.js';
import { amount, format } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { inputOf, AT, DOCUMENTED, eligibilityOf } from './withdrawal.testkit.js';
import {
  dayOfRequests,
  earliestRequest,
  feeOf,
  limitsOf,
  openChains,
  turnoverEligibility,
  withdrawalProblems,
} from './withdrawal.rules.js';

const codes = (...command: Parameters<typeof withdrawalProblems>): string[] =>
  withdrawalProblems(...command).map(({ refusal }) => refusal);
const HOUR_MS = 3_600_000;

describe('the fee', () => {
  it('is inside the amount, rounds up to the last digit, and leaves the rest to be paid', () => {
    expect(feeOf(amount('1000'), '0.05', 6)).toEqual({ fee: amount('50'), credited: amount('950') });
    expect(feeOf(amount('100.000001'), '0.05', 6).fee).toBe(amount('5.000001'));
    expect(feeOf(amount('1000.50'), '0.05', 2)).toEqual({ fee: amount('50.03'), credited: amount('950.47') });
  });

  it('and what arrives are the amount, for every amount and rate', () => {
    const sums = fc.bigInt({ min: 1n, max: 10n ** 14n });
    fc.assert(
      fc.property(sums, fc.integer({ min: 0, max: 500 }), (units, permille) => {
        const sum = units * 10n ** 12n;
        const { fee, credited } = feeOf(sum, `0.${String(permille).padStart(3, '0')}`, 6);
        expect(fee + credited).toBe(sum);
        expect(fee * 1000n).toBeGreaterThanOrEqual(sum * BigInt(permille));
      }),
    );
  });
});

describe('the limits', () => {
  it('are said in USDT, and in other currencies at the price now so that neither is passed by a digit', () => {
    const { minimum, maximum } = limitsOf(DOCUMENTED, amount('61234.56'), 8);
    expect([format(minimum), format(maximum)]).toEqual(['0.00163307', '3.26612945']);
  });

  it('name the chains of each currency', () => {
    expect([...openChains('USDT:ERC20,USDT:TRC20,BTC:BTC')]).toEqual([
      ['USDT', ['ERC20', 'TRC20']],
      ['BTC', ['BTC']],
    ]);
  });
});

describe('what stands against a request', () => {
  it('is nothing when everything is in order', () => {
    expect(codes(inputOf(), eligibilityOf())).toEqual([]);
  });

  it('is told in one order: account, platform, form, payee, amount, day, hour, turnover, balance', () => {
    const worst = inputOf({
      ...{ paused: true, network: 'TRC20', amount: '0.0000001' },
      turnover: { spent: amount('1'), deposited: amount('100'), invested: amount('0'), balance: amount('0') },
    });
    const eligibility = eligibilityOf({
      ...{ at: AT - 2 * HOUR_MS, available: 0n, requests: [AT - 3 * HOUR_MS, AT - 3 * HOUR_MS] },
      ...{ accountProblem: refuse('account.frozen'), payeeProblem: refuse('payee.cooling-off') },
    });
    expect(codes(worst, eligibility)).toEqual([
      'account.frozen',
      'withdrawal.paused',
      'withdrawal.network-closed',
      'withdrawal.payee-mismatch',
      'payee.cooling-off',
      'withdrawal.amount-over-precise',
      'withdrawal.below-minimum',
      'withdrawal.too-many-today',
      'withdrawal.window-closed',
      'withdrawal.turnover-missing',
      'asset.insufficient',
    ]);
  });

  it.each([
    ['withdrawal.amount-required', { amount: '' }],
    ['withdrawal.amount-required', { amount: '0.000' }],
    ['withdrawal.payee-required', { payeeId: '' }],
    ['withdrawal.bank-closed', { kind: 'bank', payeeChain: null, currency: 'BTC' }],
    ['withdrawal.network-closed', { network: '' }],
    ['withdrawal.payee-mismatch', { payeeChain: { currency: 'ETH', network: 'ERC20' } }],
    ['withdrawal.below-minimum', { amount: '99.999999' }],
    ['withdrawal.above-maximum', { amount: '200000.000001' }],
  ] as const)('is %s for %o', (code, changes) => {
    expect(codes(inputOf(changes), eligibilityOf({ available: amount('1000000') }))).toEqual([code]);
  });

  it('is nothing at exactly the minimum and exactly the maximum', () => {
    const rich = eligibilityOf({ available: amount('1000000') });
    for (const sum of ['100', '200000']) expect(codes(inputOf({ amount: sum }), rich)).toEqual([]);
  });

  it('is that nothing would arrive, where the fee takes all of it', () => {
    const rules = { ...DOCUMENTED, feeRate: '1', min: '1' };
    expect(codes(inputOf({ rules }), eligibilityOf())).toEqual(['withdrawal.below-minimum']);
  });

  it('says at which instant the window opens, and when the next day begins', () => {
    const midnight = Date.UTC(2026, 2, 3, 16);
    const [closed] = withdrawalProblems(inputOf(), eligibilityOf({ at: midnight }));
    expect(closed?.params).toMatchObject({ opensAt: midnight + 12 * HOUR_MS, timeZone: 'Asia/Hong_Kong' });
    const [used] = withdrawalProblems(inputOf(), eligibilityOf({ requests: [AT - 1, AT - 2] }));
    expect(used).toEqual(
      refuse('withdrawal.too-many-today', {
        perDay: 2,
        used: 2,
        resetsAt: midnight,
        policy: 'withdrawal.rules',
        version: 3,
      }),
    );
  });
});

describe('the earliest moment of a request', () => {
  /** The hours there: 12:00 to 24:00 in Hong Kong, which has no daylight saving. */
  const hongKong = (day: number, hour: number, minute = 0) => Date.UTC(2026, 2, day, hour - 8, minute);
  const earliest = (at: number, waits: readonly number[] = [], requests: readonly number[] = []) =>
    earliestRequest(DOCUMENTED, { requests, waits, at });

  it('is now, where no waiting time, limit or hour stands against it', () => {
    expect(earliest(hongKong(3, 13), [hongKong(3, 12)], [hongKong(3, 12)])).toBe(hongKong(3, 13));
  });

  it('is when the longest waiting time ends, within the opening hours', () => {
    expect(earliest(hongKong(3, 13), [hongKong(4, 12, 20), hongKong(3, 20)])).toBe(hongKong(4, 12, 20));
  });

  it('is the next opening, where the waiting time ends while it is closed', () => {
    expect(earliest(hongKong(3, 13), [hongKong(4, 3)])).toBe(hongKong(4, 12));
  });

  it('is the next opening after the day whose requests are used', () => {
    const used = [hongKong(3, 12), hongKong(3, 12, 30)];
    expect(earliest(hongKong(3, 13), [], used)).toBe(hongKong(4, 12));
    expect(earliest(hongKong(3, 13), [hongKong(5, 15)], used)).toBe(hongKong(5, 15));
  });

  it('is the new day itself, where it is open past midnight', () => {
    const rules = { ...DOCUMENTED, windowFrom: '22:00', windowTo: '06:00' };
    const requests = [hongKong(3, 22), hongKong(3, 22, 30)];
    expect(earliestRequest(rules, { requests, waits: [], at: hongKong(3, 23) })).toBe(hongKong(4, 0));
  });
});

describe('the turnover', () => {
  const figures = { spent: amount('80'), deposited: amount('100'), invested: amount('95'), balance: amount('100') };
  const under = (turnover: TurnoverMode, changes: object = {}) => ({ ...DOCUMENTED, turnover, ...changes });

  it.each<[TurnoverMode, boolean, string, string]>([
    ['consumption', false, '80', '90'],
    ['invested', true, '95', '90'],
    ['share', true, '0', '0'],
    ['off', true, '0', '0'],
  ])('by %s is %s: %s of %s', (mode, fulfilled, done, needed) => {
    expect(turnoverEligibility(under(mode), figures)).toEqual({
      ...{ mode, fulfilled, done: amount(done), needed: amount(needed) },
    });
  });

  it('is missing a cent short and there at the cent', () => {
    const rules = under('consumption');
    const short = { ...figures, spent: amount('89.99') };
    const [refused] = withdrawalProblems(inputOf({ rules, turnover: short }), eligibilityOf());
    const decided = { policy: 'withdrawal.rules', version: 3 };
    const params = { share: '90', done: '89.99', needed: '90', ...decided };
    expect(refused).toEqual(refuse('withdrawal.turnover-missing', params));
    expect(codes(inputOf({ rules, turnover: { ...figures, spent: amount('90') } }), eligibilityOf())).toEqual([]);
    expect(
      codes(inputOf({ rules: under('invested', { turnoverShare: '0.96' }), turnover: figures }), eligibilityOf()),
    ).toEqual(['withdrawal.not-invested']);
  });

  it('by share takes at most that part of what is available', () => {
    const rules = under('share');
    const has = eligibilityOf({ available: amount('1000') });
    expect(codes(inputOf({ rules, amount: '900' }), has)).toEqual([]);
    const [refused] = withdrawalProblems(inputOf({ rules, amount: '900.000001' }), has);
    expect(refused?.params).toMatchObject({ share: '90', maximum: '900', currency: 'USDT' });
    expect(codes(inputOf({ rules, amount: '1000.000001' }), has)).toEqual(['asset.insufficient']);
  });
});

describe('debts', () => {
  const owes = (owed: string, availableUsdt: string, available = '1000') =>
    eligibilityOf({ owed: amount(owed), availableUsdt: amount(availableUsdt), available: amount(available) });

  it('leave of USDT what is available less all that is owed', () => {
    const has = owes('300.6', '1000');
    expect(codes(inputOf({ amount: '699.4' }), has)).toEqual([]);
    const [refused] = withdrawalProblems(inputOf({ amount: '699.400001' }), has);
    expect(refused).toMatchObject({
      refusal: 'loan.debts-first',
      params: { owed: '300.6', maximum: '699.4', currency: 'USDT' },
    });
    expect(codes(inputOf({ amount: '1000.000001' }), has)).toEqual(['asset.insufficient']);
    expect(withdrawalProblems(inputOf({ amount: '500' }), owes('2000', '1000'))[0]?.params).toMatchObject({
      maximum: '0',
    });
  });

  it('leave of another currency what USDT does not cover', () => {
    const rules = { ...DOCUMENTED, chains: 'ETH:ERC20' };
    const eth = (sum: string) =>
      inputOf({
        rules,
        currency: 'ETH',
        amount: sum,
        priceUsdt: amount('2500'),
        decimals: 8,
        payeeChain: { currency: 'ETH', network: 'ERC20' },
      });
    // 1000 USDT are owed: 500 of them are 0.2 ETH at 2500.
    expect(codes(eth('0.8'), owes('1000', '500', '1'))).toEqual([]);
    expect(codes(eth('0.80000001'), owes('1000', '500', '1'))).toEqual(['loan.debts-first']);
    expect(codes(eth('1'), owes('1000', '1000', '1'))).toEqual([]);
  });
});

describe('a simulated year', () => {
  /** A person requests the maximum every half hour of a leap year; the passed requests are counted independently. */
  it.each([
    ['documented', 366 * 2],
    ['german-text', 366 * 2],
  ] as const)(
    'by the preset %s lets through two requests on each of its days, within the window only',
    (name, expected) => {
      const rules = WITHDRAWAL_PRESETS[name];
      const [opens, closes] = [rules.windowFrom, rules.windowTo];
      const clockOn = new Intl.DateTimeFormat('en-GB', { timeZone: rules.timeZone, timeStyle: 'short' });
      const dateOn = new Intl.DateTimeFormat('en-GB', { timeZone: rules.timeZone, dateStyle: 'short' });
      const [made, perDate]: [number[], Map<string, number>] = [[], new Map()];
      const start = dayOfRequests(rules.timeZone, [], Date.UTC(2027, 11, 31, 12)).resetsAt;
      const end = dayOfRequests(rules.timeZone, [], Date.UTC(2028, 11, 31, 12)).resetsAt;
      for (let at = start; at < end; at += HOUR_MS / 2) {
        const requests = made.slice(-4);
        if (codes(inputOf({ rules }), eligibilityOf({ at, requests })).length > 0) continue;
        made.push(at);
        const local = clockOn.format(at);
        expect(local >= opens && local < closes).toBe(true);
        perDate.set(dateOn.format(at), (perDate.get(dateOn.format(at)) ?? 0) + 1);
      }
      expect(made).toHaveLength(expected);
      expect(perDate.size).toBe(366);
      expect(perDate.has('29/02/2028')).toBe(true);
      expect(new Set(perDate.values())).toEqual(new Set([2]));
    },
  );
});
