import { z } from 'zod';
import { articleRead } from './agreement.contract.js';
import { CUSTODY_PENALTIES } from '../shared/custody.js';
import { commonFields, decimalText, pageOf, pageQuery, periodQuery } from './envelope.contract.js';
import { orderProblem } from './order.contract.js';
import type { RefusalRule } from './refusal.contract.js';
import { capClass } from './risk.contract.js';

/** In the order in which they are checked: the person, the form, the limits, the balance. */
export const custodyRefusals = {
  /** The owner paused custody themselves, `until` then. */
  'custody.paused-by-owner': { status: 200 },
  /** VIP products need advanced verification, */
  'custody.vip-advanced': { status: 200, field: 'productId' },
  /** the investor form, which is valid, */
  'custody.vip-form': { status: 200, field: 'productId' },
  /** a balanced or an aggressive class, */
  'custody.vip-class': { status: 200, field: 'productId' },
  /** and net assets that averaged `needed` USDT over `days` dates: they averaged `average`, `missing` less. */
  'custody.vip-average': { status: 200, policy: 'custody.rules', field: 'productId' },
  'custody.product-unknown': { status: 404, field: 'productId' },
  'custody.not-for-sale': { status: 200, policy: 'custody.rules', field: 'productId' },
  /** `minimum` in USDT. */
  'custody.below-minimum': { status: 422, policy: 'custody.rules', field: 'amount' },
  /** `maximum` in USDT; advanced verification doubles it. */
  'custody.above-maximum': { status: 422, policy: 'custody.rules', field: 'amount' },
  'custody.agreement-needed': { status: 200, field: 'agreed' },
  /** The form showed the rules of version `agreed`; `version` is in force. */
  'custody.terms-changed': { status: 200, policy: 'custody.rules', field: 'agreed' },
  /** The form showed `shown` as the first date that earns interest; now it is `date`. */
  'custody.date-changed': { status: 200, field: 'firstDate' },
  /** Open principal of a person in a product: the `limit`, and what is `left` of it, in USDT. */
  'custody.above-quota': { status: 200, policy: 'custody.rules', field: 'amount' },
  /** Open principal above the cap of the risk class: `cap` and `open`. */
  'custody.cap-exceeded': { status: 200, policy: 'risk.caps', field: 'amount' },
  /** The own monthly loss limit: `limit`, penalties of this month (`lost`), and the `worst` that this order and all open ones can cost. */
  'custody.loss-limit': { status: 200, field: 'amount' },
  /** The treasury has `available` USDT; the highest interest of the order `needs` more. */
  'custody.sold-out': { status: 200, policy: 'custody.rules', field: 'amount' },
  'custody.not-found': { status: 404, field: 'orderId' },
  /** It was redeemed or completed. */
  'custody.over': { status: 409, field: 'orderId' },
  'custody.redeeming-already': { status: 409, field: 'orderId' },
  'custody.not-redeeming': { status: 409, field: 'orderId' },
  /** The form showed a penalty of `shown` USDT; now it is `penalty`. */
  'custody.penalty-changed': { status: 200, field: 'shownPenalty' },
  /** The loss limit or the pause is already what was asked for. */
  'custody.limit-unchanged': { status: 200 },
  /** A pause ends after now, and at most `days` from now. */
  'custody.pause-too-long': { status: 422, field: 'until' },
} as const satisfies Record<string, RefusalRule>;

/** Products by their penalty: a flat share, or one for each date that has not begun, as of VIP. */
export const CUSTODY_PRODUCTS = ['flat', 'daily', 'vip'] as const;
export type CustodyProductId = (typeof CUSTODY_PRODUCTS)[number];

export const CUSTODY_GROUPS = ['custody', 'vip'] as const;
export type CustodyGroup = (typeof CUSTODY_GROUPS)[number];
export const groupOf = (productId: string): CustodyGroup => (productId === 'vip' ? 'vip' : 'custody');
/** Classes that VIP products are for. */
export const CUSTODY_VIP_CLASSES = ['balanced', 'aggressive'] as const;

export const CUSTODY_STATUSES = ['in-custody', 'redeeming', 'redemption-rejected', 'redeemed', 'completed'] as const;
export type CustodyStatus = (typeof CUSTODY_STATUSES)[number];

/** Why staff may reject a redemption; texts are `review:reason.custody-redemption.<code>`. */
export const CUSTODY_REASONS = ['account-takeover', 'source-unclear', 'unsure-of-wish', 'other'] as const;

/** Amounts have at most so many decimals. */
export const CUSTODY_DECIMALS = 2;
/** Rates of the product page. */
export const CUSTODY_DATES_SHOWN = 30;

const productId = z.string().min(1).max(20);
const orderId = z.string().min(3).max(60);
const instant = z.number();
const date = z.string().describe('A UTC date, `2028-02-29`.');
const usdt = (what: string) => z.string().describe(`${what} USDT, a decimal string.`);
const rate = (what: string) => z.string().describe(`${what}: \`0.0034\` is 0.34% a day.`);

export const custodyTotals = z
  .object({
    held: usdt('Principal of orders that are not over, in'),
    accrued: usdt('Interest of their dates whose rate is revealed, in'),
    paid: usdt('Interest that was paid, in'),
    penalties: usdt('Penalties that were paid, in'),
    asset: z.string(),
  })
  .meta({ id: 'CustodyTotals' });
export type CustodyTotals = z.output<typeof custodyTotals>;

const product = z.object({
  productId: z.string(),
  cycleDays: z.number(),
  minimum: usdt('The smallest order in'),
  maximum: usdt('The largest order of this person in; advanced verification doubles it;'),
  quota: usdt('Open principal of a person in this product in'),
  quotaLeft: z.string().nullable().describe('`null` without an own real account.'),
  rateMin: rate('The lowest daily rate'),
  rateMax: rate('The highest daily rate'),
  rateStep: rate('Daily rates are whole steps of it'),
  penalty: z
    .object({ kind: z.enum(CUSTODY_PENALTIES), rate: z.string().describe('A share of the principal.') })
    .describe('`flat`: once; `remaining-days`: for each date that has not begun at the request.'),
  forSale: z.boolean(),
  worstCase: usdt('What 100 USDT cost if they are redeemed at once, in'),
  version: z.number().describe('Of the rules. Send it as `agreed`.'),
  firstDate: date.describe('The first date with interest of an order of now: from 23:59 UTC on, one date later.'),
  problems: z.array(orderProblem).describe('What stands against this person buying any amount of it now.'),
});
export const custodyProduct = product.meta({ id: 'CustodyProduct' });
export type CustodyProduct = z.output<typeof custodyProduct>;

export const custodyLimits = z
  .object({
    lossLimit: z
      .object({
        limit: z.string().nullable().describe('The most that penalties may cost in a UTC month; `null` without one.'),
        lost: usdt('Penalties of this UTC month in'),
        pending: z
          .object({ limit: z.string().nullable(), from: instant })
          .nullable()
          .describe('A looser one that takes effect then.'),
      })
      .describe('Tightened at once, loosened after 24 hours.'),
    pause: z.object({
      until: instant.nullable().describe('Nothing may be bought before; `null` without a pause.'),
      pending: z.object({ until: instant.nullable(), from: instant }).nullable(),
    }),
    cap: z
      .object({ cap: z.string().nullable(), open: usdt('Open principal of all products together in') })
      .describe('The cap of the risk class; `null` where it has none.'),
  })
  .meta({ id: 'CustodyLimits', description: 'Own limits and what is left of them.' });
export type CustodyLimits = z.output<typeof custodyLimits>;

const custodyVip = z
  .object({
    advanced: z.boolean().describe('Advanced verification.'),
    form: z.boolean().describe('The investor form was sent and is valid.'),
    class: capClass,
    classes: z.array(z.enum(CUSTODY_VIP_CLASSES)),
    average: usdt('Net assets, averaged over the dates below, in'),
    needed: usdt('What they must average in'),
    missing: usdt('What is missing to it in'),
    days: z
      .array(z.object({ date, usdt: usdt('Net assets at 00:00 UTC of the date, by the prices of then, in') }))
      .describe('Newest last; dates before the account was there count as 0.'),
  })
  .meta({ id: 'CustodyVip', description: 'What VIP products ask of a person, and how far they are.' });
export type CustodyVip = z.output<typeof custodyVip>;

export const custodyProducts = z
  .object({
    at: instant,
    products: z.array(custodyProduct),
    treasury: z
      .object({
        free: usdt('What no order can claim, in'),
        held: usdt('The highest interest of all open orders in'),
        granted: usdt('All that the published grants gave, or give with the next sale, in'),
      })
      .describe('What pays the interest. It never goes below zero.'),
    own: custodyLimits.nullable().describe('`null` without a session of a real account.'),
    vip: custodyVip.nullable().describe('Of the group `vip`; `null` without a session of a real account.'),
    vipRules: z.object({ averageUsdt: usdt('What net assets must average in'), days: z.number() }),
  })
  .meta({ id: 'CustodyProducts' });
export type CustodyProducts = z.output<typeof custodyProducts>;

export const custodyOrder = z
  .object({
    orderId: z.string(),
    productId: z.string(),
    status: z.enum(CUSTODY_STATUSES),
    amount: usdt('The principal in'),
    cycleDays: z.number(),
    rateMin: rate('The lowest daily rate'),
    rateMax: rate('The highest daily rate'),
    penalty: z.object({ kind: z.enum(CUSTODY_PENALTIES), rate: z.string() }),
    version: z.number().describe('Of the rules that were agreed to.'),
    boughtAt: instant,
    maturesAt: instant.describe('When the rate of its last date is revealed.'),
    rates: z.array(z.string()).describe('The daily rates that are revealed and count, in the order of the dates.'),
    accrued: usdt('Interest of these rates in'),
    remainingDays: z.number().describe('Dates whose rate is still to come; 0 once it is over.'),
    redemption: z
      .object({
        requestedAt: instant,
        penalty: usdt('What it costs, reckoned at the request, in'),
      })
      .nullable()
      .describe('The request that staff decide, or decided; `null` without one.'),
    rejectedFor: z.array(z.string()).describe('Why staff rejected the last request: codes.'),
    endedAt: instant.nullable(),
    interest: z.string().nullable().describe('What was paid in USDT; `null` until it is over, and so are these:'),
    penaltyPaid: z.string().nullable(),
    returned: z.string().nullable().describe('Principal and interest, less the penalty.'),
  })
  .meta({ id: 'CustodyOrder', description: 'A custody order as its owner sees it.' });
export type CustodyOrder = z.output<typeof custodyOrder>;

export const custodyDay = z
  .object({
    date,
    rate: z.string().nullable().describe('`null` until it is revealed.'),
    epoch: z.number().describe('The epoch whose effective seed draws it.'),
    revealsAt: instant,
    interest: z
      .string()
      .nullable()
      .describe('Interest of all dates to this one less that to the one before, so that nothing is lost by rounding.'),
  })
  .meta({ id: 'CustodyDay' });
export type CustodyDay = z.output<typeof custodyDay>;

const range = z.object({ least: usdt('At least'), most: usdt('At most') });
export const custodyInfo = z
  .object({
    at: instant,
    product: custodyProduct.nullable(),
    rates: z
      .array(z.object({ date, rate: z.string(), epoch: z.number() }))
      .describe('Of a product: the last thirty dates whose rate is revealed, the newest first.'),
    order: custodyOrder.nullable(),
    days: z.array(custodyDay).describe('Of an order: each of its dates.'),
    now: z
      .object({
        penalty: usdt('What redeeming now costs, in'),
        returned: usdt('What would come back now, in'),
      })
      .nullable()
      .describe('Of an order that is not over.'),
    atMaturity: z
      .object({ interest: range, returned: range })
      .nullable()
      .describe('What an order that is not over brings in the end, by the rates that are known.'),
  })
  .meta({ id: 'CustodyInfo', description: 'One product or one own order, whichever was asked for.' });
export type CustodyInfo = z.output<typeof custodyInfo>;

export const custodyAnswer = z
  .object({ order: custodyOrder, position: z.number() })
  .meta({ id: 'CustodyAnswer', description: '`position` in the history: what has reached it shows the change.' });
export type CustodyAnswer = z.output<typeof custodyAnswer>;

const group = z.enum(CUSTODY_GROUPS);
export const getProfitListQuery = z.strictObject({ ...commonFields, group: group.default('custody') });
export const getProfitInfoQuery = z
  .strictObject({ ...commonFields, productId: productId.optional(), orderId: orderId.optional() })
  .refine((asked) => (asked.productId === undefined) !== (asked.orderId === undefined), { path: ['orderId'] });
/** `agreed`: the version of the rules that was shown and ticked; `firstDate`: the first date with interest that was shown. */
export const buyProfitBody = z.strictObject({
  ...commonFields,
  productId,
  amount: decimalText,
  agreed: z.coerce.number().int().min(1).optional(),
  article: articleRead,
  firstDate: date.optional(),
});
export const sellProfitBody = z.strictObject({ ...commonFields, orderId, shownPenalty: decimalText });
export const continueCustodyBody = z.strictObject({ ...commonFields, orderId });

/** `from` and `to`: bought then, both included. */
const filters = {
  status: z.enum(CUSTODY_STATUSES).optional(),
  productId: productId.optional(),
  group: group.optional(),
  ...periodQuery,
};
export const getCustodyOrdersQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...filters });
export const custodyOrderPage = pageOf(custodyOrder);
export const exportCustodyQuery = z.strictObject({ ...commonFields, ...filters });

/** `limit` in USDT for a UTC month; `none` takes it off after 24 hours. */
export const setCustodyLossLimitBody = z.strictObject({
  ...commonFields,
  limit: z.string().regex(/^(none|\d{1,18}(\.\d{1,18})?)$/),
});
/** Nothing may be bought until then; `none` ends a pause after 24 hours. */
export const setCustodyPauseBody = z.strictObject({ ...commonFields, until: z.string().regex(/^(none|\d{1,15})$/) });
