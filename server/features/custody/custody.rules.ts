import {
  CUSTODY_DECIMALS,
  CUSTODY_PRODUCTS,
  CUSTODY_VIP_CLASSES,
  type CustodyProductId,
} from '../../../contracts/custody.contract.js';
import {
  averageOf,
  custodyMaxOf,
  firstDateOf,
  highestInterest,
  penaltyOf,
  type CustodyPenalty,
} from '../../../shared/custody.js';
import { dateAfter, startOf } from '../../../shared/utc-date.js';
import { amount, decimalsOf, format, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { pausedUntil } from '../../core/own-limits.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import type { CustodyRates } from '../../core/ports/custody-rates.js';
import { leftByDebts } from '../../core/ports/open-debts.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CustodyPurchase, CustodyRules } from './custody.commands.js';
import {
  datesOfOrder,
  lostInMonth,
  penaltyAt,
  sumOf,
  type CustodyHouseState,
  type CustodyState,
  type OpenCustody,
} from './custody.state.js';

/** A product as the rules have it. `maximum` is doubled for people with advanced verification. */
export interface CustodyTerms {
  readonly productId: CustodyProductId;
  readonly cycleDays: number;
  readonly rateMin: string;
  readonly rateMax: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly quota: string;
  readonly penalty: CustodyPenalty;
  readonly penaltyRate: string;
  readonly forSale: boolean;
}

export const isProductId = (id: string): id is CustodyProductId => CUSTODY_PRODUCTS.some((one) => one === id);

/** The values of the policy by product, each by its whole name. */
const FIELDS = {
  flat: {
    forSale: 'flatForSale',
    minimum: 'flatMinUsdt',
    maximum: 'flatMaxUsdt',
    quota: 'flatQuotaUsdt',
    penalty: 'flatPenalty',
  },
  daily: {
    forSale: 'dailyForSale',
    minimum: 'dailyMinUsdt',
    maximum: 'dailyMaxUsdt',
    quota: 'dailyQuotaUsdt',
    penalty: 'dailyPenalty',
  },
  vip: {
    forSale: 'vipForSale',
    minimum: 'vipMinUsdt',
    maximum: 'vipMaxUsdt',
    quota: 'vipQuotaUsdt',
    penalty: 'vipPenalty',
  },
} as const satisfies Record<CustodyProductId, Record<string, keyof CustodyRules>>;

export function termsOf(rules: CustodyRules, productId: CustodyProductId, advanced: boolean): CustodyTerms {
  const { cycleDays, rateMin, rateMax } = rules;
  const fields = FIELDS[productId];
  const maximum = rules[fields.maximum];
  return {
    productId,
    cycleDays,
    rateMin,
    rateMax,
    minimum: rules[fields.minimum],
    maximum: custodyMaxOf(maximum, advanced && productId !== 'vip'),
    quota: rules[fields.quota],
    penalty: productId === 'flat' ? 'flat' : 'remaining-days',
    penaltyRate: rules[fields.penalty],
    forSale: rules[fields.forSale],
  };
}

/** Everything that a purchase is checked against. */
export interface CustodyStanding {
  readonly state: CustodyState;
  readonly house: CustodyHouseState;
  /** What the finance account has available. */
  readonly available: Amount;
  /** What the treasury has, before a grant that is due. */
  readonly treasury: Amount;
  /** Open principal of all products. */
  readonly principal: Amount;
  /** Debts of all products. */
  readonly owed: Amount;
  readonly advanced: boolean;
  readonly at: Instant;
}

/** What the policy in force still has to give. */
export function grantDue({ granted }: Pick<CustodyHouseState, 'granted'>, { grantUsdt }: CustodyRules): Amount {
  const due = amount(grantUsdt) - amount(granted);
  return due > ZERO ? due : ZERO;
}

/** All that stands against a purchase, in the order of the refusals. */
export function problemsOf(purchase: CustodyPurchase, standing: CustodyStanding): Refusal[] {
  const { productId, policy } = purchase;
  const paused = pauseProblems(standing);
  if (!isProductId(productId)) return [...paused, refuse('custody.product-unknown', { field: 'productId', productId })];
  const terms = termsOf(policy.values, productId, standing.advanced);
  return [
    ...paused,
    ...vipProblems(purchase, productId, standing),
    ...(terms.forSale ? [] : [refuse('custody.not-for-sale', { field: 'productId', ...decidedBy(policy) })]),
    ...formProblems(purchase, terms, standing.at),
    ...limitProblems(purchase, terms, standing),
    ...coverProblems(purchase, terms, standing),
    ...moneyProblems(purchase, standing),
  ];
}

/** What stands against buying any amount of a product: what stands against the smallest one, but for a balance that can be filled. */
export function standingProblems(
  { policy, cap, vip }: Pick<CustodyPurchase, 'policy' | 'cap' | 'vip'>,
  terms: CustodyTerms,
  standing: CustodyStanding,
): Refusal[] {
  const smallest = { amount: terms.minimum, policy, cap };
  const unsold = refuse('custody.not-for-sale', { field: 'productId', ...decidedBy(policy) });
  return [
    ...pauseProblems(standing),
    ...vipProblems({ policy, vip }, terms.productId, standing),
    ...(terms.forSale ? [] : [unsold]),
    ...limitProblems(smallest, terms, standing),
    ...coverProblems(smallest, terms, standing),
  ];
}

function pauseProblems({ state, at }: Pick<CustodyStanding, 'state' | 'at'>): Refusal[] {
  const until = pausedUntil(state, at);
  return until !== null ? [refuse('custody.paused-by-owner', { untilAt: until })] : [];
}

/** What VIP products ask of a person. */
function vipProblems(
  { policy, vip }: Pick<CustodyPurchase, 'policy' | 'vip'>,
  productId: CustodyProductId,
  { advanced }: Pick<CustodyStanding, 'advanced'>,
): Refusal[] {
  if (productId !== 'vip') return [];
  const [field, riskClass] = ['productId', vip?.class ?? 'unassessed'];
  const found: Refusal[] = [];
  if (!advanced) found.push(refuse('custody.vip-advanced', { field }));
  if (riskClass === 'unassessed') found.push(refuse('custody.vip-form', { field }));
  else if (!CUSTODY_VIP_CLASSES.some((one) => one === riskClass)) found.push(refuse('custody.vip-class', { field }));
  const { average, needed, missing } = averageGate(vip?.days ?? [], policy.values);
  const days = policy.values.vipAverageDays;
  if (amount(missing) > ZERO)
    found.push(refuse('custody.vip-average', { field, average, needed, missing, days, ...decidedBy(policy) }));
  return found;
}

/** How far the average of net assets is from what VIP products need. */
export function averageGate(days: NonNullable<CustodyPurchase['vip']>['days'], { vipAverageUsdt }: CustodyRules) {
  const average = averageOf(days.map(({ usdt }) => usdt));
  const missing = amount(vipAverageUsdt) - amount(average);
  return { average, needed: vipAverageUsdt, missing: format(missing > ZERO ? missing : ZERO) };
}

function formProblems(
  { amount: text, agreed, shownDate, policy }: CustodyPurchase,
  terms: CustodyTerms,
  at: Instant,
): Refusal[] {
  const { minimum, maximum } = terms;
  const wanted = amount(text);
  const field = 'amount';
  if (wanted === ZERO) return [refuse('asset.amount-zero', { field })];
  if (decimalsOf(wanted) > CUSTODY_DECIMALS)
    return [refuse('asset.too-many-decimals', { field, currency: 'USDT', decimals: CUSTODY_DECIMALS })];
  const found: Refusal[] = [];
  if (wanted < amount(minimum)) found.push(refuse('custody.below-minimum', { field, minimum, ...decidedBy(policy) }));
  if (wanted > amount(maximum)) found.push(refuse('custody.above-maximum', { field, maximum, ...decidedBy(policy) }));
  if (agreed === null) found.push(refuse('custody.agreement-needed', { field: 'agreed' }));
  else if (agreed !== policy.version)
    found.push(
      refuse('custody.terms-changed', { field: 'agreed', agreed, policy: policy.name, version: policy.version }),
    );
  const date = firstDateOf(at);
  if (shownDate !== null && shownDate !== date)
    found.push(refuse('custody.date-changed', { field: 'firstDate', shown: shownDate, date }));
  return found;
}

type Sized = Pick<CustodyPurchase, 'amount' | 'policy' | 'cap'>;

function limitProblems(
  { amount: text, policy, cap: { cap, policy: caps } }: Sized,
  terms: CustodyTerms,
  standing: CustodyStanding,
): Refusal[] {
  const { state, principal } = standing;
  const wanted = amount(text);
  const found: Refusal[] = [];
  const left = quotaLeft(state, terms);
  const field = 'amount';
  if (wanted > left)
    found.push(refuse('custody.above-quota', { field, limit: terms.quota, left: format(left), ...decidedBy(policy) }));
  if (cap !== null && principal + wanted > amount(cap))
    found.push(refuse('custody.cap-exceeded', { field, cap, open: format(principal), ...decidedBy(caps) }));
  return [...found, ...lossProblems(text, terms, standing)];
}

/** What of the quota of a product a person may still put in. */
export function quotaLeft({ open }: CustodyState, { productId, quota }: CustodyTerms): Amount {
  const own = [...open.values()].filter((order) => order.productId === productId);
  const left = amount(quota) - sumOf(own, ({ principal }) => principal);
  return left > ZERO ? left : ZERO;
}

/** Everything in custody counts as redeemed at once: penalties that are only counted when paid would pass the limit together. */
function lossProblems(text: string, terms: CustodyTerms, { state, at }: CustodyStanding): Refusal[] {
  const limit = state.lossLimit.inForce;
  if (limit === null) return [];
  const lost = lostInMonth(state, at);
  // What waits for staff costs what was asked for, which today's penalty may be below.
  const costOf = (order: OpenCustody): string =>
    order.redemption?.rejectedFor === null ? order.redemption.penalty : penaltyAt(order, at);
  const open = sumOf([...state.open.values()], costOf);
  const worst = open + amount(worstOf(text, terms));
  if (amount(lost) + worst <= amount(limit)) return [];
  return [refuse('custody.loss-limit', { field: 'amount', limit, lost, worst: format(worst) })];
}

/** What an order costs that is redeemed at once. */
export const worstOf = (principal: string, terms: CustodyTerms): string =>
  penaltyOf({ ...terms, principal }, terms.cycleDays);

function coverProblems(
  { amount: text, policy }: Sized,
  { rateMax, cycleDays }: CustodyTerms,
  { treasury, house }: CustodyStanding,
): Refusal[] {
  const covered = treasury + grantDue(house, policy.values);
  const needs = highestInterest(text, rateMax, cycleDays);
  if (amount(needs) <= covered) return [];
  return [refuse('custody.sold-out', { field: 'amount', needs, available: format(covered), ...decidedBy(policy) })];
}

function moneyProblems({ amount: text }: Sized, standing: CustodyStanding): Refusal[] {
  const { available } = standing;
  const field = 'amount';
  const left = leftByDebts(amount(text), standing);
  if (left !== undefined) return [refuse('asset.debts-uncovered', { field, owed: left.owed, maximum: left.maximum })];
  if (available >= amount(text)) return [];
  return [refuse('asset.insufficient', { field, currency: 'USDT', available: format(available), needed: text })];
}

type Dated = Pick<OpenCustody, 'firstDate' | 'cycleDays' | 'rateMin' | 'rateMax'> & { readonly productId: string };

/** The rates of an order that are revealed at an instant, in the order of its dates. */
export function ratesAt(order: Dated, rates: CustodyRates, at: Instant): string[] {
  return datesOfOrder(order)
    .filter((date) => startOf(date) <= at && rates.epochOf(date).revealsAt <= at)
    .map((date) => rates.rateOf(order.productId, date, order));
}

/** When the rate of the last date of an order is revealed. */
export function spanOf(at: Instant, cycleDays: number, rates: CustodyRates) {
  const firstDate = firstDateOf(at);
  const lastDate = dateAfter(firstDate, cycleDays - 1);
  return { firstDate, lastDate, maturesAt: rates.epochOf(lastDate).revealsAt };
}

/** What of the policy an order keeps. */
export function appliedOf({ name, version, values }: PolicyVersion<CustodyRules>, productId: CustodyProductId) {
  const { vipAverageUsdt, vipAverageDays } = values;
  const { minimum, maximum, quota } = FIELDS[productId];
  const inputs = {
    ...Object.fromEntries([minimum, maximum, quota].map((key) => [key, values[key]])),
    ...(productId === 'vip' && { vipAverageUsdt, vipAverageDays }),
  };
  return { name, version, inputs };
}
