import { describe, expect, it } from '@jest/globals';
import { useOf } from './reward.rules.js';

/** Worked by hand: decisions, Wealth, "Sign-in": a fee voucher pays at most half of a fee. The first to end is used first. */
const voucher = (feeVoucherId: string, left: string, lastDate: string) => ({
  ...{ feeVoucherId, amount: '1', left, feeShare: '0.5', lastDate, firstDate: '2028-02-01', issuedAt: 0 },
});
const OWN = [voucher('first', '0.3', '2028-03-31'), voucher('second', '1', '2028-05-30')];

describe('worked examples of fee vouchers', () => {
  it.each([
    // Half of 0.5 is 0.25: all of it from the first.
    ['0.5', '0.5', ['first 0.25 left 0.05']],
    // Half of 1.5 is 0.75: 0.3 and 0.45.
    ['1.5', '0.5', ['first 0.3 left 0', 'second 0.45 left 0.55']],
    // Half of 10 is 5, and 1.3 are left.
    ['10', '0.5', ['first 0.3 left 0', 'second 1 left 0']],
    // Half of 0.00000003 is 0.000000015, rounded down.
    ['0.00000003', '0.5', ['first 0.00000001 left 0.29999999']],
    ['0.00000001', '0.5', []],
    // Fee tables that leave a fifth for vouchers: 0.3 of 1.5.
    ['1.5', '0.2', ['first 0.3 left 0']],
  ])('fees of %s, of which %s may come back', (fees, most, used) => {
    expect(useOf(OWN, fees, most).map((one) => `${one.feeVoucherId} ${one.amount} left ${one.left}`)).toEqual(used);
  });
});
