import { z } from 'zod';
import { decimal, flag, inOrder, whole } from './policy-field.contract.js';

/** Daily rates are whole steps of 0.01%. */
const rate = () => decimal('0.0001', '0.0099').refine((written) => /^0\.00\d{1,2}$/.test(written));
const limit = () => decimal('1', '1000000000');

/**
 * `flat…` and `daily…`: a product each, by its penalty. Rates are of a day; advanced verification doubles the maximum of an order; a
 * quota is the open principal of a person.
 */
export const custodyRules = z
  .strictObject({
    cycleDays: whole(1, 30),
    rateMin: rate(),
    rateMax: rate(),
    flatForSale: flag(),
    flatMinUsdt: limit(),
    flatMaxUsdt: limit(),
    flatQuotaUsdt: limit(),
    /** A share of the principal. */
    flatPenalty: decimal('0', '0.5'),
    dailyForSale: flag(),
    dailyMinUsdt: limit(),
    dailyMaxUsdt: limit(),
    dailyQuotaUsdt: limit(),
    /** A share of the principal for each date that has not begun. */
    dailyPenalty: decimal('0', '0.01'),
    /** All that `house/treasury-grants` gives. */
    grantUsdt: decimal('1', '1000000000000'),
  })
  .refine(({ rateMin, rateMax }) => inOrder(rateMin, rateMax), { path: ['rateMax'] })
  .refine(({ flatMinUsdt, flatMaxUsdt }) => inOrder(flatMinUsdt, flatMaxUsdt), { path: ['flatMaxUsdt'] })
  .refine(({ dailyMinUsdt, dailyMaxUsdt }) => inOrder(dailyMinUsdt, dailyMaxUsdt), { path: ['dailyMaxUsdt'] });
