import fc from 'fast-check';
import { FEE_TIERS_MAX, feeTableProblem, type FeeValues } from './fees.js';
import { format, ONE } from './money.js';

/** What leaders of the field publish, with a rebate at the top. */
export const TABLE: FeeValues = {
  maker0: '0.001',
  taker0: '0.001',
  from1: '1000000',
  maker1: '0.0009',
  taker1: '0.001',
  from2: '5000000',
  maker2: '0.0008',
  taker2: '0.0009',
  from3: '20000000',
  maker3: '0.0006',
  taker3: '0.0008',
  from4: '75000000',
  maker4: '0.0004',
  taker4: '0.0006',
  from5: '250000000',
  maker5: '0.0002',
  taker5: '0.0005',
  from6: '1000000000',
  maker6: '0',
  taker6: '0.00045',
  from7: '2500000000',
  maker7: '-0.00005',
  taker7: '0.0004',
  voucherShare: '0.5',
  invitationShare: '0.37',
};

const millionths = (count: number): string => format((ONE * BigInt(count)) / 1_000_000n);

/** Any table that the policy takes. */
export const feeTables: fc.Arbitrary<FeeValues> = fc
  .record({
    rises: fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: FEE_TIERS_MAX, maxLength: FEE_TIERS_MAX }),
    makers: fc.array(fc.integer({ min: -500, max: 5_000 }), { minLength: FEE_TIERS_MAX, maxLength: FEE_TIERS_MAX }),
    takers: fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: FEE_TIERS_MAX, maxLength: FEE_TIERS_MAX }),
    voucher: fc.integer({ min: 0, max: 1_000_000 }),
    invitation: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map(({ rises, makers, takers, voucher, invitation }) => {
    const falling = (rates: number[]): number[] => [...rates].sort((a, b) => b - a);
    let from = 0;
    const tiers = Array.from({ length: FEE_TIERS_MAX }, (_, tier) => {
      from += rises[tier] ?? 1;
      const rates = {
        [`maker${tier}`]: millionths(falling(makers)[tier] ?? 0),
        [`taker${tier}`]: millionths(falling(takers)[tier] ?? 0),
      };
      return tier === 0 ? rates : { [`from${tier}`]: String(from), ...rates };
    });
    const shares = { voucherShare: millionths(voucher), invitationShare: millionths(invitation) };
    return Object.assign({}, ...tiers, shares) as FeeValues;
  })
  .filter((values) => feeTableProblem(values) === undefined);
