import { z } from 'zod';
import { articleRead } from './agreement.contract.js';
import { commonFields, decimalText, pageOf, pageQuery, periodQuery } from './envelope.contract.js';
import { orderProblem } from './order.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** In the order in which they are checked: the issue, the person, the form, the limits; then what staff do. */
export const subscriptionRefusals = {
  'subscription.issue-unknown': { status: 404, field: 'issueId' },
  /** It is proposed, failed or listed. */
  'subscription.wrong-stage': { status: 409, field: 'issueId' },
  /** Subscription ended at `closedAt`. */
  'subscription.expired': { status: 200, field: 'issueId' },
  'subscription.already': { status: 409, field: 'issueId' },
  'subscription.verification-needed': { status: 200 },
  'subscription.whole-coins': { status: 422, field: 'coins' },
  /** `minimum` in USDT. */
  'subscription.below-minimum': { status: 422, policy: 'subscription.rules', field: 'coins' },
  /** `maximum` in USDT. */
  'subscription.above-maximum': { status: 422, policy: 'subscription.rules', field: 'coins' },
  'subscription.agreement-needed': { status: 200, field: 'agreed' },
  /** Open principal above the cap of the risk class: `cap` and `open`. */
  'subscription.cap-exceeded': { status: 200, policy: 'risk.caps', field: 'coins' },
  'subscription.not-found': { status: 404, field: 'subscriptionId' },
  'subscription.own-proposal': { status: 403 },
  /** An instrument or another issue has this code. */
  'subscription.coin-taken': { status: 409, field: 'coin' },
  /** Subscription ends a day from now at least, and the listing comes after an epoch that nobody knows then. */
  'subscription.dates-wrong': { status: 422, field: 'listsOn' },
  /** The price has more than four decimals or is not above zero, or the minimum is above the volume. */
  'subscription.terms-wrong': { status: 422, field: 'issuePrice' },
  'subscription.reason-short': { status: 422, policy: 'subscription.rules', field: 'reason' },
} as const satisfies Record<string, RefusalRule>;

/** `settled`: every subscriber has coins or money back. `unlocked`: the lock-up is over. */
export const NEW_COIN_STATUSES = ['proposed', 'rejected', 'open', 'listed', 'failed', 'unlocked'] as const;
export type NewCoinStatus = (typeof NEW_COIN_STATUSES)[number];

/** `issue-failed`: refunded next. `passed`: one coin or more; the rest came back. */
export const SUBSCRIPTION_STATUSES = [
  ...(['under-review', 'passed', 'not-passed', 'issue-failed', 'refunded', 'sold-out'] as const),
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Why an issue failed: too little was subscribed, or two of the staff cancelled it. */
export const NEW_COIN_FAILURES = ['minimum', 'cancelled', 'taken'] as const;
export type NewCoinFailure = (typeof NEW_COIN_FAILURES)[number];

/** Why staff do not pass a subscription; texts are `review:reason.subscription.<code>`. */
export const SUBSCRIPTION_REASONS = ['several-accounts', 'source-unclear', 'account-takeover', 'other'] as const;

const issueId = z.string().min(3).max(60);
const instant = z.number();
const date = z.string().describe('A UTC date, `2028-02-29`.');
const usdt = (what: string) => z.string().describe(`${what} USDT, a decimal string.`);

const outcomes = z
  .object({
    worst: z.string().describe('Results as shares of what was paid with the fee: `-0.5025`. The lowest opening price,'),
    middle: z.string().describe('the one in the middle,'),
    best: z.string().describe('the highest,'),
    mean: z.string().describe('and the average of all; never above zero.'),
    losing: z.number().describe('In how many of 100 cases a sale at the opening brings less than was paid.'),
    bands: z
      .array(z.object({ from: z.string(), to: z.string(), cases: z.string() }))
      .describe('How many of 100 cases open in each tenth of the issue price.'),
  })
  .meta({ id: 'NewCoinOutcomes', description: 'All opening prices of the band are equally likely.' });

const allocation = z
  .object({
    volume: z.number().describe('Coins that were allotted in all.'),
    total: z.number().describe('Coins that were subscribed and passed.'),
    leftover: z.number().describe('Coins that whole shares left over, one each to the largest remainders.'),
    epoch: z.number().describe('Whose revealed seed breaks ties.'),
    seed: z.string().describe('Its effective seed. A tie is SHA-256 of `<seed> <subscription ID>`, the lower first.'),
  })
  .meta({ id: 'NewCoinAllocation' });

export const newCoin = z
  .object({
    issueId: z.string(),
    coin: z.string(),
    name: z.string(),
    symbol: z.string().describe('What it trades as once it is listed.'),
    status: z.enum(NEW_COIN_STATUSES),
    failure: z.enum(NEW_COIN_FAILURES).nullable().describe('Why the issue failed.'),
    issuePrice: usdt('For a coin in'),
    volume: z.number().describe('Coins of the issue.'),
    minimum: z.number().describe('With fewer coins subscribed the issue fails.'),
    subscribed: z.number().describe('Coins subscribed, without those that did not pass.'),
    subscribers: z.number(),
    remaining: z.number().describe('Volume less what is subscribed; 0 where more is subscribed than there is.'),
    opensAt: instant.describe('Subscription began.'),
    closesAt: instant.describe('Subscription ends: 00:00 UTC.'),
    listsOn: date,
    listsAt: instant.describe('The listing: 00:00 UTC. Orders are gathered from then on.'),
    callMinutes: z.number(),
    tradesAt: instant.nullable().describe('The opening auction; `null` until it is listed.'),
    openPrice: z.string().nullable().describe('What the seed of the listing drew.'),
    openEpoch: z.number().nullable(),
    lockupDays: z.number(),
    unlocksAt: instant.nullable(),
    feeRate: z.string().describe('A share of the margin: `0.005` is 0.5%.'),
    minimumUsdt: usdt('The smallest subscription in'),
    maximumUsdt: usdt('The largest subscription in'),
    openMin: z.string().describe('The opening price is drawn between these shares of the issue price.'),
    openMax: z.string(),
    floatCoins: z.number().describe('What the issuer offers in the opening auction.'),
    outcomes,
    allocation: allocation.nullable(),
    version: z.number().describe('Of the rules. Send it as `agreed`.'),
    own: z.string().nullable().describe('The own subscription of this issue.'),
    problems: z.array(orderProblem).describe('What stands against this person subscribing now.'),
  })
  .meta({ id: 'NewCoin', description: 'An issue of a new coin that two of the staff agreed to.' });
export type NewCoin = z.output<typeof newCoin>;

export const newCoins = z
  .object({
    at: instant,
    coins: z.array(newCoin),
    cap: z
      .object({ cap: z.string().nullable(), open: usdt('Open principal of all products together in') })
      .nullable()
      .describe('The cap of the risk class; `null` without a session of a real account.'),
  })
  .meta({ id: 'NewCoins' });
export type NewCoins = z.output<typeof newCoins>;

export const subscription = z
  .object({
    subscriptionId: z.string(),
    issueId: z.string(),
    coin: z.string(),
    name: z.string(),
    status: z.enum(SUBSCRIPTION_STATUSES),
    coins: z.number().describe('Coins that were subscribed.'),
    currency: z.string(),
    issuePrice: usdt('For a coin in'),
    margin: usdt('The whole price of these coins in'),
    fee: usdt('The fee if all pass, in'),
    onHold: usdt('What is on hold of margin and fee, in'),
    coinsOnHold: z.number().describe('Coins until the lock-up ends.'),
    passed: z.number().nullable().describe('Coins that passed; `null` until the allocation.'),
    passedUsdt: z.string().nullable().describe('What these cost.'),
    feePaid: z.string().nullable(),
    refunded: z.string().nullable().describe('What came back of margin and fee.'),
    checked: z.boolean().describe('Staff looked at it and let it pass to the allocation.'),
    reasons: z.array(z.string()).describe('Why it did not pass: codes.'),
    failure: z.enum(NEW_COIN_FAILURES).nullable().describe('Why the issue failed.'),
    subscribedAt: instant,
    closesAt: instant,
    listsAt: instant,
    lockupDays: z.number(),
    unlocksAt: instant.nullable(),
    endedAt: instant.nullable(),
    version: z.number().describe('Of the rules that were agreed to.'),
  })
  .meta({ id: 'Subscription', description: 'A subscription as its owner sees it.' });
export type Subscription = z.output<typeof subscription>;

export const subscriptionInfo = z
  .object({
    subscription,
    estimate: z
      .number()
      .nullable()
      .describe('Coins if subscription closed now, before leftovers; `null` once allotted.'),
    total: z.number().describe('Coins subscribed for the issue so far, or in the end.'),
    volume: z.number(),
    allocation: allocation.nullable(),
    remainder: z.string().nullable().describe('`volume x own` modulo `total`: what leftovers are ranked by.'),
    tie: z.string().nullable().describe('SHA-256 of seed and subscription ID.'),
    rank: z
      .number()
      .nullable()
      .describe('The place among all remainders, from 1; the first `leftover` get a coin more.'),
  })
  .meta({ id: 'SubscriptionInfo', description: 'One own subscription, and everything that its coins follow from.' });
export type SubscriptionInfo = z.output<typeof subscriptionInfo>;

export const subscriptionPlaced = z
  .object({ subscriptionId: z.string(), position: z.number() })
  .meta({ id: 'SubscriptionPlaced', description: '`position` in the history: what has reached it shows the change.' });
export type SubscriptionPlaced = z.output<typeof subscriptionPlaced>;

export const getNewCoinsQuery = z.strictObject({ ...commonFields });
/** `coins`: a whole number of coins. `agreed`: the version of the rules that was shown and ticked. */
export const subscribeNewCoinBody = z.strictObject({
  ...commonFields,
  issueId,
  coins: decimalText,
  agreed: z.coerce.number().int().min(1).optional(),
  article: articleRead,
});
const filters = { status: z.enum(SUBSCRIPTION_STATUSES).optional(), ...periodQuery };
export const getSubscriptionsQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...filters });
export const subscriptionPage = pageOf(subscription);
export const getSubscriptionQuery = z.strictObject({
  ...commonFields,
  subscriptionId: z.string().min(3).max(60),
});
