import { z } from 'zod';
import { QUOTES_KEPT } from './conversion.contract.js';
import {
  atMostQuarter,
  cap,
  choice,
  clock,
  decimal,
  flag,
  inOrder,
  isTimeZone,
  several,
  text,
  whole,
  type PolicyField,
} from './policy-field.contract.js';
import { custodyRules } from './policy-custody.contract.js';
import { loanRules } from './policy-loan.contract.js';
import { fairValueRules, fundRules } from './policy-fund.contract.js';
import { supportRules } from './policy-support.contract.js';
import { subscriptionRules } from './policy-subscription.contract.js';
import { rewardRules } from './policy-reward.contract.js';
import { invitationRewards } from './policy-invitation.contract.js';
import { bracketTable, contractRules, feeTable, insuranceRules, orderRules } from './policy-trading.contract.js';

/** Ids of the specification's documents. */
const DOCUMENTS = ['1', '2', '3', '4', '5'] as const;
/** What wires are paid in and the platform can price. */
const FIAT = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'CNY', 'HKD', 'SGD', 'KRW', 'THB'] as const;

/** Why payouts are stopped, as users read it; `none` while they are not. */
export const PAUSE_REASONS = ['none', 'maintenance', 'network', 'bank', 'security'] as const;

/** `purpose1` to `purpose6`: what each choice of a question weighs. */
function weights<Question extends string>(question: Question, choices: number) {
  const weight = whole(0, 100);
  const named = Array.from({ length: choices }, (_, index) => [`${question}${index + 1}`, weight]);
  return Object.fromEntries(named) as Record<`${Question}${number}`, typeof weight>;
}

const optionEdge = () => decimal('0.001', '0.5');

/**
 * Every policy by its name: what it may hold, within which bounds. Values are flat. Texts of numbers are decimal strings.
 * A value that is added later has a `.default()`, so that versions that were published before still read.
 * What the values mean is said under `policy` in the texts of their noun; a test holds seeds, schemas, texts and readers together.
 */
export const policySchemas = {
  'spot.rules': orderRules,
  'spot.fees': feeTable,
  'contract.rules': contractRules,
  'contract.fees': feeTable,
  /** Margin brackets of contracts on crypto, and of those on anything else. */
  'contract.crypto': bracketTable,
  'contract.others': bracketTable,
  'contract.insurance': insuranceRules,
  'demo.rules': z.strictObject({
    grantAsset: text(/^[A-Z0-9]{2,12}$/),
    grantAmount: decimal('0.01', '1000000000'),
    lifeDays: whole(1, 3650),
  }),
  'login.rules': z.strictObject({
    triesMax: whole(1, 100),
    lockMinutes: whole(1, 1440),
    sessionDaysDemo: whole(1, 3650),
    sessionDaysReal: whole(1, 365),
  }),
  'staff.login': z.strictObject({
    triesMax: whole(1, 100),
    lockMinutes: whole(1, 1440),
    sessionHours: whole(1, 168),
    passwordLengthMin: whole(12, 128).default(12),
    totpDriftSteps: whole(0, 2).default(1),
  }),
  'password.rules': z
    .strictObject({
      lengthMin: whole(6, 64),
      lengthMax: whole(6, 256),
      commonRefused: flag(),
      tradeDigits: whole(4, 12),
    })
    .refine(({ lengthMin, lengthMax }) => lengthMin <= lengthMax, { path: ['lengthMax'] }),
  'registration.rules': z.strictObject({ invitationRequired: flag() }),
  'code.rules': z.strictObject({
    digits: whole(4, 10),
    lifeMinutes: whole(1, 1440),
    resendSeconds: whole(1, 3600),
    triesMax: whole(1, 20),
    perAddressPerDay: whole(1, 1000),
    perAskerPerHour: whole(1, 1000),
  }),
  'identity.rules': z.strictObject({
    documentTypes: several(/^[1-5](,[1-5])*$/, DOCUMENTS),
    typesWithBack: several(/^[1-5](,[1-5])*$/, DOCUMENTS).default('1,3,4'),
    ageMin: whole(0, 120).default(18),
    billAgeDaysMax: whole(1, 3650).default(90),
    imageMaxBytes: whole(65_536, 33_554_432),
    imageMinPixels: whole(1, 100_000_000),
    imageMaxPixels: whole(1_000_000, 200_000_000).default(50_000_000),
    imagesWaitingMax: whole(1, 1000).default(40),
    imagesWaitingHours: whole(1, 720).default(24),
  }),
  'review.rules': z.strictObject({ claimMinutes: whole(1, 1440), answerDays: whole(1, 90).default(7) }),
  'risk.caps': z.strictObject({
    unassessed: cap(),
    conservative: cap(),
    balanced: cap(),
    aggressive: cap(),
  }),
  'risk.scores': z
    .strictObject({
      ...weights('purpose', 6),
      ...weights('investment', 4),
      ...weights('amount', 6),
      ...weights('monthly', 4),
      ...weights('occupation', 12),
      balancedFrom: whole(0, 1000),
      aggressiveFrom: whole(0, 1000),
      validMonths: whole(1, 120),
      pauseDays: whole(0, 365).default(7),
    })
    .refine(({ balancedFrom, aggressiveFrom }) => balancedFrom < aggressiveFrom, { path: ['aggressiveFrom'] }),
  'credit.rules': z
    .strictObject({
      start: whole(0, 1000),
      floor: whole(0, 1000),
      ceiling: whole(0, 1000),
      primary: whole(0, 1000),
      advanced: whole(0, 1000),
      address: whole(0, 1000),
      proofCredit: whole(0, 1000),
      proofHousing: whole(0, 1000),
      proofIncome: whole(0, 1000),
      proofBank: whole(0, 1000),
      loanRepaid: whole(0, 1000),
      loanOverdue: whole(0, 1000),
    })
    .refine(({ floor, start }) => floor <= start, { path: ['start'] })
    .refine(({ start, ceiling }) => start <= ceiling, { path: ['ceiling'] }),
  'c2c.rules': z
    .strictObject({
      validMinutes: whole(1, 10_080),
      reinstateHours: whole(0, 720),
      reinstateMinutes: whole(1, 10_080),
      appealHours: whole(0, 720),
      min: decimal('1', '1000000000'),
      max: decimal('1', '1000000000'),
      advancedFactor: decimal('1', '100').default('1'),
      openMax: whole(1, 100),
      currencies: several(/^[A-Z]{3}(,[A-Z]{3}){0,11}$/, FIAT),
      spread: decimal('0', '0.2'),
      closedMargin: decimal('0', '0.2'),
      closedMax: decimal('1', '1000000000'),
      priceBand: decimal('0', '0.1'),
      messagesMax: whole(2, 1000),
    })
    .refine(({ min, max }) => inOrder(min, max), { path: ['max'] })
    .refine(({ min, closedMax }) => inOrder(min, closedMax), { path: ['closedMax'] }),
  'deposit.rules': z.strictObject({
    minimumUSDT: decimal('0', '1000000000'),
    minimumBTC: decimal('0', '1000000000'),
    minimumETH: decimal('0', '1000000000'),
    minimumTRX: decimal('0', '1000000000'),
    minimumOther: decimal('0', '1000000000'),
    closedChannels: several(/^(none|[A-Z0-9]{2,12}:[A-Z0-9]{2,12}(,[A-Z0-9]{2,12}:[A-Z0-9]{2,12})*)$/, 'chains', true),
    proofsWaitingMax: whole(1, 100),
  }),
  'security.rules': z.strictObject({
    totpDriftSteps: whole(0, 5),
    recoveryCodes: whole(4, 20),
    setupMinutes: whole(1, 60),
    proofMinutes: whole(1, 60),
    weakTradeRefused: flag(),
    nameChangeDays: whole(0, 365),
  }),
  'recovery.rules': z.strictObject({
    waitingHours: whole(1, 720),
    withdrawalHours: whole(0, 720),
  }),
  'security.score': z.strictObject({
    password: whole(0, 100),
    passwordDays: whole(1, 3650),
    google: whole(0, 100),
    tradePassword: whole(0, 100),
    phone: whole(0, 100),
    email: whole(0, 100),
    questions: whole(0, 100),
    recoveryCodes: whole(0, 100),
  }),
  'chain.rules': z.strictObject({
    faucetPerDay: whole(0, 10_000),
    faucetMaxUsdt: decimal('0', '1000000000'),
    faucetExperiments: flag(),
  }),
  'withdrawal.rules': z
    .strictObject({
      feeRate: decimal('0', '0.5'),
      perDay: whole(1, 1000),
      min: decimal('0', '1000000000'),
      max: decimal('0', '1000000000'),
      chains: several(/^[A-Z0-9]{2,12}:[A-Za-z0-9-]{2,16}(,[A-Z0-9]{2,12}:[A-Za-z0-9-]{2,16}){0,39}$/, 'chains'),
      paysBank: flag(),
      windowFrom: clock(/^([01]\d|2[0-3]):[0-5]\d$/, false),
      windowTo: clock(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, true),
      timeZone: z.string().max(64).refine(isTimeZone).meta({ kind: 'time-zone' }),
      turnover: choice(['consumption', 'invested', 'share', 'off']),
      turnoverShare: decimal('0', '100'),
      fourEyesFrom: decimal('0', '1000000000'),
      googleRequired: flag(),
      processingHours: whole(1, 720),
    })
    .refine(({ min, max }) => inOrder(min, max), { path: ['max'] }),
  'withdrawal.pause': z.strictObject({ paused: flag(), reason: choice(PAUSE_REASONS).default('none') }),
  'review.signals': z.strictObject({
    accountDays: whole(0, 3650),
    deviceDays: whole(0, 3650),
    payeeDays: whole(0, 3650),
    factorHours: whole(0, 8760),
    structuringCount: whole(2, 100),
    structuringDays: whole(1, 365),
    structuringFrom: decimal('0', '1'),
    sharedFrom: whole(1, 1000),
  }),
  'payee.rules': z.strictObject({
    coolingHours: whole(0, 720),
    addressesMax: whole(1, 500),
    cardsMax: whole(1, 100),
  }),
  'alert.rules': z
    .strictObject({
      activeMax: whole(1, 1000),
      endDaysMax: whole(1, 365),
      pauseMinutesMin: whole(1, 1440),
      percentMin: decimal('0.01', '100'),
      percentMax: decimal('0.01', '1000'),
      priceTimesMax: whole(2, 10_000),
      emailsPerDayMax: whole(0, 1000),
    })
    .refine(({ percentMin, percentMax }) => inOrder(percentMin, percentMax), { path: ['percentMax'] }),
  'support.rules': supportRules,
  'action.rules': z.strictObject({
    noticeDays: whole(0, 60),
    aheadDaysMax: whole(1, 730),
    reasonLengthMin: whole(1, 200),
    dividendShareMax: decimal('0.001', '0.9'),
    splitRatioMax: whole(2, 1000),
    splitTicksMin: whole(1, 10_000),
  }),
  'liabilities.rules': z
    .strictObject({ hours: whole(1, 24), keptEpochs: whole(1, 1000) })
    .refine(({ hours }) => 24 % hours === 0, { path: ['hours'] }),
  'conversion.rules': z
    .strictObject({
      spreadRate: decimal('0', '0.1'),
      volatilityFactor: decimal('0', '20').default('0'),
      moveToleranceRate: decimal('0', '0.1').default('0'),
      quoteSeconds: whole(1, 300),
      dustQuoteSeconds: whole(1, 600),
      quotesPerMinute: whole(1, QUOTES_KEPT),
      minUsdt: decimal('0.00000001', '1000000'),
      maxUsdt: decimal('1', '1000000000'),
      dustBelowUsdt: decimal('0.00000001', '1000'),
      inventoryUsdt: decimal('1', '1000000000'),
    })
    .refine(({ minUsdt, maxUsdt }) => inOrder(minUsdt, maxUsdt), { path: ['maxUsdt'] })
    // What a standing offer gives away must stay far below what it costs.
    .refine(({ spreadRate, moveToleranceRate }) => atMostQuarter(moveToleranceRate, spreadRate), {
      path: ['moveToleranceRate'],
    }),
  /** What options on a rise or a fall pay and how much of them is sold. `edge30s`: the house's edge by delivery time. */
  'option.rules': z
    .strictObject({
      edge30s: optionEdge(),
      edge60s: optionEdge(),
      edge120s: optionEdge(),
      edge300s: optionEdge(),
      edge15m: optionEdge(),
      edge1h: optionEdge(),
      equalMax: decimal('0', '0.05'),
      minUsdt: decimal('0.01', '1000000'),
      maxUsdt: decimal('0.01', '1000000'),
      openMax: whole(1, 200),
      personUsdt: decimal('1', '1000000000'),
      expiryUsdt: decimal('1', '1000000000'),
      marketUsdt: decimal('1', '1000000000'),
      houseUsdt: decimal('1', '1000000000'),
      /** All that `house/option-grants` gives in each realm. */
      grantUsdt: decimal('1', '1000000000000'),
      delayBeatsMin: whole(1, 20),
      delayBeatsMax: whole(1, 20),
      averageSeconds: whole(1, 20),
    })
    .refine(({ minUsdt, maxUsdt }) => inOrder(minUsdt, maxUsdt), { path: ['maxUsdt'] })
    .refine(({ delayBeatsMin, delayBeatsMax }) => delayBeatsMin < delayBeatsMax, { path: ['delayBeatsMax'] }),
  /** AI custody: rates of a day, limits in USDT, and what redeeming early costs, by product. */
  'custody.rules': custodyRules,
  /** What may be borrowed, at which rates, and what happens when it is not paid back. */
  'loan.rules': loanRules,
  /** Funds: baskets, benchmarks, fees and limits. */
  'fund.rules': fundRules,
  /** What two people value holdings at that have no official close. */
  'fund.fair-values': fairValueRules,
  /** What new coins are sold by. */
  'subscription.rules': subscriptionRules,
  /** What points of sign-in buy. */
  'reward.rules': rewardRules,
  /** What inviters earn of the trading fees of those whom they invited. */
  'invitation.rewards': invitationRewards,
  'policy.change': z.strictObject({ reasonLengthMin: whole(1, 500), proposalDays: whole(1, 365) }),
} as const;

export type PolicyName = keyof typeof policySchemas;
export const policyNames = Object.keys(policySchemas) as PolicyName[];

/** The values of every policy, as its followers read them: `PolicySource<KnownPolicies>`. */
export type KnownPolicies = { [Name in PolicyName]: z.output<(typeof policySchemas)[Name]> };

export function isPolicyName(name: string): name is PolicyName {
  return Object.hasOwn(policySchemas, name);
}

/** The values of a policy in their order, each with how it is written. */
export function policyFields(name: PolicyName): [key: string, field: PolicyField][] {
  return Object.entries(policySchemas[name].shape).map(([key, schema]) => {
    const written = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
    return [key, written.meta() as PolicyField];
  });
}
