import { z } from 'zod';
import { articleRead } from './agreement.contract.js';
import { FAIR_REASONS, FUND_LEVELS } from '../shared/fund.js';
import { FUND_PERIODS, PLAN_SKIPS } from '../shared/fund-plan.js';
import { commonFields, decimalText, pageOf, pageQuery } from './envelope.contract.js';
import { orderProblem } from './order.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** In the order in which they are checked: the form, the limits, the balance. */
export const fundRefusals = {
  'fund.not-for-sale': { status: 200, policy: 'fund.rules', field: 'level' },
  /** `minimum` in USDT. */
  'fund.below-minimum': { status: 422, policy: 'fund.rules', field: 'amount' },
  /** `maximum` in USDT. */
  'fund.above-maximum': { status: 422, policy: 'fund.rules', field: 'amount' },
  'fund.agreement-needed': { status: 200, field: 'agreed' },
  /** The form showed the rules of version `agreed`; `version` is in force. */
  'fund.terms-changed': { status: 200, policy: 'fund.rules', field: 'agreed' },
  /** The form showed `shown` as the date of the net asset value; now it is `date`. */
  'fund.date-changed': { status: 200, field: 'navDate' },
  /** Open principal above the cap of the risk class: `cap` and `open`. */
  'fund.cap-exceeded': { status: 200, policy: 'risk.caps', field: 'amount' },
  'fund.units-zero': { status: 422, field: 'units' },
  /** Units have `decimals` decimals. */
  'fund.units-decimals': { status: 422, field: 'units' },
  /** All units wait for their redemption already. */
  'fund.redeeming-already': { status: 409, field: 'units' },
  /** `held` units are free to redeem. */
  'fund.units-short': { status: 200, field: 'units' },
  'fund.request-not-found': { status: 404, field: 'requestId' },
  /** It was settled, cancelled, or failed. */
  'fund.request-over': { status: 409, field: 'requestId' },
  /** A close that its net asset value is made of is over. */
  'fund.cancel-late': { status: 409, field: 'requestId' },
  /** `most` orders of the person wait in this fund. */
  'fund.too-many-waiting': { status: 409, policy: 'fund.rules' },
  /** The first purchase is from `from` to `until`: Monday to Friday of a weekly plan, the 1st to the 28th of a monthly one. */
  'fund.plan-date': { status: 422, field: 'firstDate' },
  /** `most` plans of the account run. */
  'fund.too-many-plans': { status: 409 },
  'fund.plan-not-found': { status: 404, field: 'planId' },
} as const satisfies Record<string, RefusalRule>;

export const FUND_SIDES = ['purchase', 'redemption'] as const;
export type FundSide = (typeof FUND_SIDES)[number];
export const FUND_STATUSES = ['pending', 'success', 'failed', 'cancelled'] as const;
export type FundStatus = (typeof FUND_STATUSES)[number];

/** Purchases are in whole cents. */
export const FUND_MONEY_DECIMALS = 2;

const level = z.enum(FUND_LEVELS);
const instant = z.number();
const date = z.string().describe('A UTC date, `2028-02-29`.');
const usdt = (what: string) => z.string().describe(`${what} USDT, a decimal string.`);
const share = (what: string) => z.string().describe(`${what}: \`0.0034\` is 0.34%.`);

export const fundHolding = z
  .object({
    asset: z.string(),
    target: share('Its share of the basket in force'),
    quantity: z.string().describe('After the last net asset value was struck.'),
    valued: z.string().describe('The quantity that this value is made of: before the day’s orders.'),
    price: z
      .string()
      .nullable()
      .describe('The official close or fair value, in USDT; `null` before the first net asset value.'),
    closeAt: instant.nullable().describe('When that close was; 22:00 UTC where the market never closes.'),
    epoch: z.number().nullable().describe('The epoch whose seed proves the close; `null` of a fair value.'),
    fair: z
      .object({ reason: z.enum(FAIR_REASONS), version: z.number().describe('Of the policy `fund.fair-values`.') })
      .nullable()
      .describe('Where `price` is a fair value that two people set: no order gets the value that it is in.'),
    value: z.string().nullable().describe('`valued` x `price`.'),
  })
  .meta({ id: 'FundHolding' });
export type FundHolding = z.output<typeof fundHolding>;

export const fundNav = z
  .object({
    date,
    at: instant,
    nav: usdt('Net asset value of a unit in'),
    gross: usdt('All assets before the fee in'),
    fee: usdt('The fee of the day in'),
    cash: usdt('Cash among the assets in'),
    units: z.string().describe('Units outstanding, before the day’s orders.'),
    rebalanced: z.boolean(),
  })
  .meta({
    id: 'FundNav',
    description: '`nav` = (`gross` - `fee`) / `units`, half-even at eight decimals. `gross` = all holdings and `cash`.',
  });
export type FundNav = z.output<typeof fundNav>;

const fall = z.object({ share: share('Of the high'), from: date, to: date }).nullable();
const series = z.array(z.object({ date, value: z.string().describe('1 at the beginning.') }));

export const fundFacts = z
  .object({
    fee: share('The fee of a year, of all assets; it is the only cost'),
    perThousand: usdt('What a year costs of 1,000 USDT in'),
    series: series.describe('The basket as it would have been, by the platform’s past prices, less the fee.'),
    worstFall: fall.describe('The deepest fall within these dates.'),
    benchmark: z.string(),
    benchmarkSeries: series,
    benchmarkFall: fall,
  })
  .meta({ id: 'FundFacts' });
export type FundFacts = z.output<typeof fundFacts>;

const own = z
  .object({
    units: z.string(),
    free: z.string().describe('Units that wait for no redemption.'),
    value: usdt('Units at the last net asset value, in'),
    cost: usdt('What they cost in'),
    pendingUsdt: usdt('Purchases that wait for their net asset value, in'),
    cap: z.string().nullable().describe('The cap of the risk class; `null` where it has none.'),
    open: usdt('Open principal of all products together in'),
  })
  .meta({ id: 'OwnFund' });
export type OwnFund = z.output<typeof own>;

export const fundView = z
  .object({
    at: instant,
    level,
    asset: z.string().describe('What a unit is called in balances.'),
    forSale: z.boolean(),
    minimum: usdt('The smallest purchase in'),
    maximum: usdt('The largest purchase in'),
    version: z.number().describe('Of the rules. Send it as `agreed`.'),
    navDate: date.describe('The date whose net asset value an order of now gets.'),
    firstCloseAt: instant.describe('The first close that it is made of: until then an order may be cancelled.'),
    strikesAt: instant,
    nav: fundNav.nullable().describe('The last one; `null` before the first.'),
    holdings: z.array(fundHolding),
    navs: z.array(z.object({ date, value: z.string() })).describe('The last 365, oldest first.'),
    facts: fundFacts,
    own: own.nullable().describe('`null` without a session of a real account.'),
    problems: z.array(orderProblem).describe('What stands against this person buying the smallest amount now.'),
  })
  .meta({ id: 'FundView' });
export type FundView = z.output<typeof fundView>;

export const fundRequest = z
  .object({
    requestId: z.string(),
    level,
    side: z.enum(FUND_SIDES),
    status: z.enum(FUND_STATUSES),
    amount: z.string().nullable().describe('Of a purchase, in USDT.'),
    units: z.string().nullable().describe('Of a redemption; of a purchase once it succeeded.'),
    navDate: date,
    requestedAt: instant,
    firstCloseAt: instant.describe('Until then it may be cancelled.'),
    strikesAt: instant,
    nav: z.string().nullable(),
    paid: z.string().nullable().describe('What a redemption paid, in USDT.'),
    endedAt: instant.nullable(),
  })
  .meta({ id: 'FundRequest' });
export type FundRequest = z.output<typeof fundRequest>;

export const fundAnswer = z
  .object({ request: fundRequest, position: z.number() })
  .meta({ id: 'FundAnswer', description: '`position` in the history: what has reached it shows the change.' });
export type FundAnswer = z.output<typeof fundAnswer>;

export const getFundQuery = z.strictObject({ ...commonFields, level });
/** `agreed`: the version of the rules that was shown and ticked; `navDate`: the date of the net asset value that was shown. */
export const buyFundBody = z.strictObject({
  ...commonFields,
  level,
  amount: decimalText,
  agreed: z.coerce.number().int().min(1).optional(),
  article: articleRead,
  navDate: date.optional(),
});
export const redeemFundBody = z.strictObject({ ...commonFields, level, units: decimalText, navDate: date.optional() });
export const cancelFundRequestBody = z.strictObject({
  ...commonFields,
  level,
  requestId: z.string().min(3).max(60),
});
export const getFundRequestsQuery = z.strictObject({
  ...commonFields,
  ...pageQuery.shape,
  level: level.optional(),
  status: z.enum(FUND_STATUSES).optional(),
});
export const fundRequestPage = pageOf(fundRequest);

export const fundPlan = z
  .object({
    planId: z.string(),
    level,
    amount: usdt('Of each purchase, in'),
    period: z.enum(FUND_PERIODS),
    nextDate: date.describe('The next purchase is ordered between 01:00 and 02:00 UTC of it.'),
    skips: z
      .number()
      .describe('Purchases left out in a row. With the third the plan ends; with changed rules at once.'),
    last: z
      .object({ date, outcome: z.enum(['bought', ...PLAN_SKIPS]) })
      .nullable()
      .describe('What became of the last purchase, and why it was left out; `null` before the first.'),
  })
  .meta({ id: 'FundPlan', description: 'A recurring purchase of a fund.' });
export type FundPlan = z.output<typeof fundPlan>;

export const fundPlans = z
  .object({
    plans: z.array(fundPlan),
    most: z.number().describe('So many plans may run.'),
    from: date.describe('The earliest date of a first purchase.'),
    until: date.describe('The latest.'),
  })
  .meta({ id: 'FundPlans' });
export type FundPlans = z.output<typeof fundPlans>;
export const fundPlanAnswer = z.object({ plan: fundPlan, position: z.number() }).meta({ id: 'FundPlanAnswer' });
export const endedFundPlan = z.object({ planId: z.string(), position: z.number() }).meta({ id: 'EndedFundPlan' });

export const getFundPlansQuery = z.strictObject({ ...commonFields });
/** Its first date says on which weekday, or on which day of the month, it buys. */
export const setFundPlanBody = z.strictObject({
  ...commonFields,
  level,
  amount: decimalText,
  period: z.enum(FUND_PERIODS),
  firstDate: z.iso.date(),
  agreed: z.coerce.number().int().min(1).optional(),
  article: articleRead,
});
export const endFundPlanBody = z.strictObject({ ...commonFields, planId: z.string().min(3).max(60) });
