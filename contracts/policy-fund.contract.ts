import { z } from 'zod';
import { FAIR_REASONS, parseBasket, parseFairValues } from '../shared/fund.js';
import { decimal, flag, inOrder, text, whole } from './policy-field.contract.js';

const asset = () => text(/^[A-Z0-9]{2,12}$/);
/** `SHY:0.35 AGG:0.3`: assets of the platform and their shares, which are 1 together. */
const basket = () => text(/^[A-Z0-9]{2,12}:0\.\d{1,4}( [A-Z0-9]{2,12}:0\.\d{1,4}){1,19}$/);
/** A share of the assets for a year. */
const fee = () => decimal('0', '0.05');

/** What both funds hold, are measured by and cost. A new basket is bought on the next day of rebalancing. */
export const fundRules = z
  .strictObject({
    lowForSale: flag(),
    lowBasket: basket(),
    lowBenchmark: asset(),
    lowFee: fee(),
    balancedForSale: flag(),
    balancedBasket: basket(),
    balancedBenchmark: asset(),
    balancedFee: fee(),
    /** Of one purchase. */
    minUsdt: decimal('1', '1000000'),
    maxUsdt: decimal('1', '1000000000'),
    /** Orders of one person that may wait in one fund. */
    waitingMax: whole(1, 1_000).default(20),
    /** One UTC date in so many is drawn for rebalancing. */
    rebalanceOneIn: whole(1, 365),
  })
  .refine(({ minUsdt, maxUsdt }) => inOrder(minUsdt, maxUsdt), { path: ['maxUsdt'] })
  .refine(({ lowBasket }) => parseBasket(lowBasket) !== undefined, { path: ['lowBasket'] })
  .refine(({ balancedBasket }) => parseBasket(balancedBasket) !== undefined, { path: ['balancedBasket'] });

const DATE = String.raw`\d{4}-\d{2}-\d{2}`;
const FAIR_VALUE = String.raw`[A-Z0-9]{2,12}:(?:0|[1-9]\d{0,11})(?:\.\d{1,8})?:${DATE}:${DATE}:(?:${FAIR_REASONS.join('|')})`;

/** Values of holdings whose official close is older than five days: asset, USDT, first and last UTC date, reason. */
export const fairValueRules = z
  .strictObject({ fairValues: text(new RegExp(`^(?:none|${FAIR_VALUE}(?: ${FAIR_VALUE}){0,11})$`)) })
  .refine(({ fairValues }) => parseFairValues(fairValues) !== undefined, { path: ['fairValues'] });
