import { z } from 'zod';
import { commonFields, decimalText, pageOf, pageQuery, periodQuery } from './envelope.contract.js';
import { orderProblem } from './order.contract.js';
import type { RefusalRule } from './refusal.contract.js';
import { capClass } from './risk.contract.js';

/** In the order in which they are checked: the person, the form, the market, the limits, the balance. */
export const optionRefusals = {
  /** The warning of first use was not confirmed yet. */
  'option.warning-not-confirmed': { status: 200 },
  /** The owner paused options themselves, `until` then. */
  'option.paused-by-owner': { status: 200 },
  /** `minimum` in USDT. */
  'option.stake-below-minimum': { status: 422, policy: 'option.rules', field: 'stake' },
  /** `maximum` in USDT. */
  'option.stake-above-maximum': { status: 422, policy: 'option.rules', field: 'stake' },
  /** Nothing says how likely a rise of `symbol` is: its price is replayed, or held in a band. */
  'option.not-offered': { status: 200, field: 'symbol' },
  /** The `equal` chance and the `maximum` of it, in per cent. */
  'option.equal-too-likely': { status: 200, policy: 'option.rules', field: 'symbol' },
  /** The market of `symbol` closes at `closesAt`, before the option would settle. */
  'option.closes-before-settlement': { status: 200, field: 'delivery' },
  /** The price of `symbol` is so near a price limit or band that trading may pause. */
  'option.pause-near': { status: 200, field: 'symbol' },
  /** The form showed `shown` per cent; now it is `payout` per cent, as a share `payoutRate`. */
  'option.payout-worse': { status: 200, policy: 'option.rules', field: 'payoutRate' },
  /** `maximum` options that an account may have open. */
  'option.too-many-open': { status: 200, policy: 'option.rules' },
  /** All open stakes of an account: the `limit`, and what is `left` of it, in USDT. */
  'option.person-limit': { status: 200, policy: 'option.rules', field: 'stake' },
  /** All stakes of an account on `symbol` that settle in the same minute: `limit` and `left`. */
  'option.expiry-limit': { status: 200, policy: 'option.rules', field: 'stake' },
  /** All stakes of all accounts on `symbol` that settle in the same minute: `limit` and `left`. */
  'option.market-limit': { status: 200, policy: 'option.rules', field: 'stake' },
  /** All open stakes of the house: `limit` and `left`. */
  'option.house-limit': { status: 200, policy: 'option.rules', field: 'stake' },
  /** The house account has `available` USDT for payouts; this one `needs` more. */
  'option.uncovered': { status: 200, policy: 'option.rules', field: 'stake' },
  /** The own daily loss limit: `limit`, what is lost today (`lost`) and what is open (`open`). */
  'option.loss-limit': { status: 200, field: 'stake' },
  /** Open principal above the cap of the risk class: `cap` and `open`. */
  'option.cap-exceeded': { status: 200, policy: 'risk.caps', field: 'stake' },
  'option.not-found': { status: 404, field: 'optionId' },
  'option.warning-confirmed-before': { status: 200 },
  /** The loss limit or the pause is already what was asked for. */
  'option.limit-unchanged': { status: 200 },
  /** A pause ends after now, and at most a year from now. */
  'option.pause-too-long': { status: 422, field: 'until' },
} as const satisfies Record<string, RefusalRule>;

/** Names of delivery times, and how long each is. */
export const OPTION_DELIVERIES = ['30s', '60s', '120s', '300s', '15m', '1h'] as const;
export type OptionDelivery = (typeof OPTION_DELIVERIES)[number];
export const DELIVERY_SECONDS: Readonly<Record<OptionDelivery, number>> = {
  '30s': 30,
  '60s': 60,
  '120s': 120,
  '300s': 300,
  '15m': 900,
  '1h': 3_600,
};

export const OPTION_DIRECTIONS = ['rise', 'fall'] as const;
export type OptionDirection = (typeof OPTION_DIRECTIONS)[number];

/** `pending`: bought, its entry price is to come; `returned`: trading paused, halted or ended before it settled. */
export const OPTION_STATUSES = ['pending', 'open', 'won', 'lost', 'equal', 'returned'] as const;
export type OptionStatus = (typeof OPTION_STATUSES)[number];
/** How an option ends; each ends in exactly one of them. */
export const OPTION_RESULTS = ['won', 'lost', 'equal', 'returned'] as const;
export type OptionResult = (typeof OPTION_RESULTS)[number];
/** Why a stake came back: trading paused, the market was shut, or a corporate action changed what a share is. */
export const RETURN_REASONS = ['paused', 'closed', 'action'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** Stakes have at most so many decimals. */
export const STAKE_DECIMALS = 2;
/** Symbols of a page of terms. */
export const TERMS_PAGE_MAX = 50;

const symbol = z.string().min(2).max(24);
const delivery = z.enum(OPTION_DELIVERIES);
const direction = z.enum(OPTION_DIRECTIONS);
const optionId = z.string().min(3).max(60);
const usdt = (what: string) => z.string().describe(`${what} USDT, a decimal string.`);
const instant = z.number();
/** Would tell the delay, which is nobody's to know before the entry. */
const onceEntered = z.number().nullable();

export const optionChances = z.object({ rise: z.string(), fall: z.string(), equal: z.string() }).meta({
  id: 'OptionChances',
  description:
    'Chances that the settlement lies above, below or exactly at the entry, on prices that are not rounded to the tick. Shares with eight decimals that sum to 1.',
});
export type OptionChances = z.output<typeof optionChances>;

export const optionPayouts = z.object({ rise: z.string(), fall: z.string() }).meta({
  id: 'OptionPayouts',
  description:
    'What a stake that wins earns on top of itself, as a share: `0.94` is 94%. Rounded down to four decimals.',
});
export type OptionPayouts = z.output<typeof optionPayouts>;

export const optionTermsRow = z
  .object({
    delivery,
    seconds: z.number(),
    chances: optionChances.nullable().describe('`null` where nothing is known of the price; then it is not sold.'),
    payouts: optionPayouts.nullable(),
    edge: z.string().describe('What a stake costs on average, as a share of it, by the policy.'),
    settlesBy: instant.describe('When an option bought now settles at the latest.'),
    limitUsdt: usdt('The most that all accounts together may stake on one minute of settlement, in'),
    problem: orderProblem.nullable().describe('Why it is not sold now; `null` where it is.'),
  })
  .meta({ id: 'OptionTermsRow' });
export type OptionTermsRow = z.output<typeof optionTermsRow>;

export const optionTerms = z
  .object({ symbol: z.string(), deliveries: z.array(optionTermsRow) })
  .meta({ id: 'OptionTerms', description: 'What options on an instrument cost and pay at the minute of `at`.' });
export type OptionTerms = z.output<typeof optionTerms>;

const rules = z
  .object({
    policy: z.string(),
    version: z.number(),
    minimumUsdt: usdt('The smallest stake in'),
    maximumUsdt: usdt('The largest stake in'),
    openMax: z.number().describe('Options that an account may have open.'),
    personUsdt: usdt('Open stakes of an account in'),
    expiryUsdt: usdt('Stakes of an account on one symbol and minute of settlement in'),
    marketUsdt: usdt('The same of all accounts in'),
    houseUsdt: usdt('Open stakes of all accounts in'),
    equalMax: z.string().describe('Where equal is likelier, options are not sold. A share.'),
    delayMs: z
      .object({ least: z.number(), most: z.number() })
      .describe('Between purchase and entry; the seed fixes it.'),
    averageSeconds: z
      .number()
      .describe('The settlement is the average of so many last seconds, a price each quarter second.'),
  })
  .meta({ id: 'OptionRulesView', description: 'The policy in force. Amounts are decimal strings.' });
export type OptionRulesView = z.output<typeof rules>;

export const optionTermsPage = z
  .object({ at: instant, rules, ...pageOf(optionTerms).shape })
  .meta({ id: 'OptionTermsPage' });
export type OptionTermsPage = z.output<typeof optionTermsPage>;

/** Without `symbols` (comma between) the whole catalogue, a page at a time by the alphabet. */
export const getOptionTermsQuery = z.strictObject({
  ...commonFields,
  symbols: z.string().max(1_300).optional(),
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(TERMS_PAGE_MAX).default(10),
});

export const quoteOptionQuery = z.strictObject({ ...commonFields, symbol, direction, delivery, stake: decimalText });

export const optionQuote = z
  .object({
    symbol: z.string(),
    direction,
    delivery,
    stake: z.string(),
    at: instant,
    problems: z
      .array(orderProblem)
      .describe('Everything that stands against buying it now, in the order of the checks; empty when nothing does.'),
    price: z.string().nullable().describe('The fundamental price now; `null` while the market is shut.'),
    chances: optionChances.nullable(),
    winChance: z.string().nullable().describe('That of the chosen direction.'),
    payoutRate: z.string().nullable().describe('Send it back with `buyOption`.'),
    wins: usdt('What it pays on top of the stake if it wins, rounded down to eight decimals, in').nullable(),
    edge: z.string().describe('What a stake costs on average by the policy, as a share of it.'),
    cost: usdt(
      'What this bet costs on average: stake × (1 − win chance × (1 + payout rate) − equal chance), half to even at eight decimals, in',
    ).nullable(),
    costOfHundred: usdt('What a hundred such bets cost on average, in').nullable(),
    entersBy: instant.describe(
      'The entry price is taken at the latest then, and at the earliest `delayMs.least` from now.',
    ),
    settlesFrom: instant.describe('It settles between then and `settlesBy`.'),
    settlesBy: instant,
    rules,
  })
  .meta({ id: 'OptionQuote', description: 'What an option would cost and pay now. It binds nobody.' });
export type OptionQuote = z.output<typeof optionQuote>;

/** `payoutRate`: what the form showed. A purchase at a worse one is refused with the new one; a better one applies. */
export const buyOptionBody = z.strictObject({
  ...commonFields,
  symbol,
  direction,
  delivery,
  stake: decimalText,
  payoutRate: decimalText,
});

export const optionView = z
  .object({
    optionId: z.string(),
    symbol: z.string(),
    direction,
    delivery,
    status: z.enum(OPTION_STATUSES),
    stake: z.string().describe('Amounts in USDT, prices in the quote asset: decimal strings.'),
    payoutRate: z.string(),
    wins: z.string().describe('What it pays on top of the stake if it wins.'),
    chances: optionChances.describe('As published when it was bought.'),
    fee: z
      .string()
      .describe('What it cost on average when it was bought: part of the payout rate, no charge of its own.'),
    boughtAt: instant,
    entersAt: instant.nullable().describe('`null` until the entry price is known.'),
    entryPrice: z.string().nullable().describe('The purchase price, to a ten-thousandth of a tick.'),
    settlesAt: instant.nullable(),
    settlementPrice: z
      .string()
      .nullable()
      .describe('The average, half to even at a ten-thousandth of a tick. The result compares what is not rounded.'),
    settledAt: instant.nullable().describe('When it was paid out: later than `settlesAt` after a standstill.'),
    returned: z.string().nullable().describe('What came back to the account: stake and winnings.'),
    profit: z.string().nullable().describe('Signed; `null` until it is over.'),
    returnReason: z.enum(RETURN_REASONS).nullable(),
  })
  .meta({ id: 'OptionView', description: 'An option as its owner sees it.' });
export type OptionView = z.output<typeof optionView>;

export const optionAnswer = z
  .object({ option: optionView, position: z.number() })
  .meta({ id: 'OptionAnswer', description: '`position` in the history: what has reached it shows the purchase.' });
export type OptionAnswer = z.output<typeof optionAnswer>;

export const openOptionView = optionView
  .extend({
    price: z.string().nullable().describe('The fundamental price now, which settles it.'),
    winChance: z.string().nullable().describe('That it wins, given the price now. A share with four decimals.'),
  })
  .meta({ id: 'OpenOptionView' });
export type OpenOptionView = z.output<typeof openOptionView>;

export const openOptionsView = z
  .object({ at: instant, options: z.array(openOptionView).describe('Those that settle soonest first.') })
  .meta({ id: 'OpenOptionsView', description: 'Options that are not over, with how they stand at `at`.' });
export type OpenOptionsView = z.output<typeof openOptionsView>;

const filters = {
  symbol: symbol.optional(),
  direction: direction.optional(),
  delivery: delivery.optional(),
  status: z.enum(OPTION_RESULTS).optional(),
  ...periodQuery,
};
export const getOptionHistoryQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...filters });
/** The same rows as one CSV file, from the newest to the oldest. */
export const exportOptionsQuery = z.strictObject({ ...commonFields, ...filters });
export const getOptionQuery = z.strictObject({ ...commonFields, optionId });

export const optionProof = z
  .object({
    epoch: z.number().describe('The epoch of the purchase, whose effective seed fixes the delay.'),
    revealedAt: instant.describe('When that seed is revealed; from then on anyone can check the delay.'),
    placedBeat: z.number().describe('Quarter seconds since 1970.'),
    delayBeats: onceEntered.describe('This and every beat that follows from it: `null` until it has entered.'),
    entryBeat: onceEntered,
    entrySteps: z.string().nullable().describe('The entry price in ten-thousandths of a tick.'),
    firstBeat: onceEntered.describe('The first and the last quarter second of the average.'),
    lastBeat: onceEntered,
    beats: z.number(),
    sumSteps: z.string().nullable().describe('The sum of these prices in ten-thousandths of a tick.'),
    prices: z
      .array(z.object({ beat: z.number(), price: z.string() }))
      .describe('Every price of the average, once it is settled.'),
    variance: z.string().describe('The expected variance that the chances were computed from.'),
    policy: z.string(),
    version: z.number(),
    position: z.number().describe('Where the purchase and the settlement stand in the history of the realm.'),
    settledPosition: z.number().nullable(),
  })
  .meta({ id: 'OptionProof', description: 'All that anyone needs to compute entry, settlement and payout again.' });
export type OptionProof = z.output<typeof optionProof>;

export const optionDetail = z.object({ option: optionView, proof: optionProof }).meta({ id: 'OptionDetail' });
export type OptionDetail = z.output<typeof optionDetail>;

const totals = z
  .object({
    count: z.number(),
    staked: z.string(),
    returned: z.string(),
    expected: z.string().describe('What was to be expected back by the published chances.'),
    profit: z.string().describe('Returned less staked; signed.'),
  })
  .meta({ id: 'OptionTotals', description: 'Of options that are over, in USDT.' });

export const optionStanding = z
  .object({
    warningConfirmedAt: instant
      .nullable()
      .describe('`null`: the warning of first use must be confirmed before buying.'),
    all: totals,
    today: totals.describe('Of those that ended on the UTC date of now.'),
    open: z.object({ count: z.number(), staked: z.string() }),
    lossLimit: z
      .object({
        limit: z.string().nullable().describe('The most that may be lost on a UTC date; `null` without one.'),
        lost: z.string().describe('Lost today, and what is open counts as lost too.'),
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
      .object({
        class: capClass,
        cap: z.string().nullable(),
        open: usdt('Open principal of all products together in'),
        version: z.number(),
      })
      .nullable()
      .describe('The cap of the risk class; `null` for a demo account, which has none.'),
    available: usdt('What the options account has available, in'),
    rules,
  })
  .meta({ id: 'OptionStanding', description: 'Own totals, limits and what is left of them.' });
export type OptionStanding = z.output<typeof optionStanding>;

/** `limit` in USDT for a UTC date; `none` takes it off after 24 hours. */
export const setOptionLossLimitBody = z.strictObject({
  ...commonFields,
  limit: z.string().regex(/^(none|\d{1,18}(\.\d{1,18})?)$/),
});
/** Nothing may be bought until then; `none` ends a pause after 24 hours. */
export const setOptionPauseBody = z.strictObject({
  ...commonFields,
  until: z.string().regex(/^(none|\d{1,15})$/),
});
export const confirmOptionWarningBody = z.strictObject({ ...commonFields });
export const getOptionStandingQuery = z.strictObject({ ...commonFields });
export const getOpenOptionsQuery = z.strictObject({ ...commonFields, symbol: symbol.optional() });
