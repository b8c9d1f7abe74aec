import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { feeTableProblem, feeTiers, keptOf, tierAt, worstRate } from './fees.js';
import { feeTables, TABLE } from './fees.testkit.js';
import { amount, ONE, roundTo, times, ZERO, type Amount } from './money.js';
import { feeOf } from './order.js';

const QUOTE_DECIMALS = 8;
const down = (value: Amount, share: Amount): Amount => roundTo(times(value, share, 'down'), QUOTE_DECIMALS, 'down');

describe('the table of fees', () => {
  it.each([
    ['0', 0],
    ['999999.99999999', 0],
    ['1000000', 1],
    ['4999999', 1],
    ['5000000', 2],
    ['2499999999', 6],
    ['2500000000', 7],
    ['900000000000', 7],
  ])('gives a volume of %s USDT the tier %i', (volume, tier) => {
    expect(tierAt(amount(volume), feeTiers(TABLE)).tier).toBe(tier);
  });

  it.each([
    ['a volume that does not rise', { from4: '20000000' }, 'from4'],
    ['a volume that falls', { from2: '999999' }, 'from2'],
    ['a maker rate that rises with the tier', { maker3: '0.00081' }, 'maker3'],
    ['a taker rate that rises with the tier', { taker6: '0.00051' }, 'taker6'],
    [
      'a rebate above what a voucher and the invitations leave of the smallest fee',
      { maker7: '-0.00012601' },
      'maker7',
    ],
    ['a rebate without a fee to pay it from', { taker7: '0' }, 'maker7'],
    ['vouchers that leave too little for the rebate', { voucherShare: '0.81' }, 'maker7'],
    ['invitations that leave too little for the rebate', { invitationShare: '0.76' }, 'maker7'],
  ])('refuses %s', (_, change, key) => {
    expect(feeTableProblem({ ...TABLE, ...change })).toBe(key);
  });

  it.each([
    ['what stands in it', {}],
    ['the largest rebate that its smallest fee pays for', { maker7: '-0.000126' }],
    ['free trading without a rebate', { maker7: '0', taker7: '0' }],
  ])('takes %s', (_, change) => {
    expect(feeTableProblem({ ...TABLE, ...change })).toBeUndefined();
  });

  it('leaves the house at least nothing of any trade of any tiers, after vouchers and the shares of invitations', () => {
    const notionals = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((units) => units * 10n ** 10n);
    fc.assert(
      fc.property(feeTables, notionals, (values, notional) => {
        const voucher = amount(String(values['voucherShare']));
        const invitation = amount(String(values['invitationShare']));
        const left = (rate: Amount): Amount => {
          const fee = feeOf(notional, rate, QUOTE_DECIMALS);
          if (fee <= ZERO) return fee;
          const paid = fee - down(fee, voucher);
          return paid - down(paid, invitation);
        };
        for (const { maker } of feeTiers(values))
          for (const { taker } of feeTiers(values)) expect(left(maker) + left(taker) >= ZERO).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps what vouchers and invitations leave, and holds by the worse rate and never by less than nothing', () => {
    expect(keptOf({ voucherShare: amount('0.5'), invitationShare: amount('0.37') })).toBe(amount('0.315'));
    expect(worstRate(amount('0.002'), amount('0.001'))).toBe(amount('0.002'));
    expect(worstRate(amount('-0.002'), amount('0.001'))).toBe(amount('0.001'));
    expect(worstRate(-ONE, ZERO)).toBe(ZERO);
  });
});
