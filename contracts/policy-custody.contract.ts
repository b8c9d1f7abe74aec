import { z } from 'zod';
import { decimal, flag, inOrder, whole } from './policy-field.contract.js';

/** Daily rates are whole steps of 0.01%. */
const rate = () => decimal('0.0001', '0.0099').refine((written) => /^0\.00\d{1,2}$/.test(written));
const limit = () => decimal('1', '1000000000');

/**
 * `flat…` and `daily…`: a product each, by its penalty; `vip…`: one for people whose assets were high for long. Rates are of a day;
 * advanced verification doubles the maximum of an order, but of VIP, which needs it; a quota is the open principal of a person.
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
    vipForSale: flag().default(true),
    vipMinUsdt: limit().default('10000'),
    vipMaxUsdt: limit().default('100000'),
    vipQuotaUsdt: limit().default('300000'),
    /** As `dailyPenalty`. */
    vipPenalty: decimal('0', '0.01').default('0.004'),
    /** What net assets must average over so many UTC dates. */
    vipAverageUsdt: limit().default('50000'),
    vipAverageDays: whole(1, 90).default(30),
    /** All that `house/treasury-grants` gives. */
    grantUsdt: decimal('1', '1000000000000'),
  })
  .refine(({ rateMin, rateMax }) => inOrder(rateMin, rateMax), { path: ['rateMax'] })
  .refine(({ flatMinUsdt, flatMaxUsdt }) => inOrder(flatMinUsdt, flatMaxUsdt), { path: ['flatMaxUsdt'] })
  .refine(({ dailyMinUsdt, dailyMaxUsdt }) => inOrder(dailyMinUsdt, dailyMaxUsdt), { path: ['dailyMaxUsdt'] })
  .refine(({ vipMinUsdt, vipMaxUsdt }) => inOrder(vipMinUsdt, vipMaxUsdt), { path: ['vipMaxUsdt'] });
