import { CUSTODY_DECIMALS, CUSTODY_PRODUCTS, type CustodyProductId } from '../../../contracts/custody.contract.js';
import { datesOf, highestInterest, penaltyOf, startOf, type CustodyPenalty } from '../../../shared/custody.js';
import { amount, decimalsOf, format, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import type { CustodyRates } from '../../core/ports/custody-rates.js';
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

export function termsOf(rules: CustodyRules, productId: CustodyProductId, advanced: boolean): CustodyTerms {
  const { cycleDays, rateMin, rateMax } = rules;
  const base = { productId, cycleDays, rateMin, rateMax };
  const doubled = (maximum: string): string => (advanced ? format(2n * amount(maximum)) : maximum);
  if (productId === 'flat')
    return {
      ...base,
      minimum: rules.flatMinUsdt,
      maximum: doubled(rules.flatMaxUsdt),
      quota: rules.flatQuotaUsdt,
      penalty: 'flat',
      penaltyRate: rules.flatPenalty,
      forSale: rules.flatForSale,
    };
  return {
    ...base,
    minimum: rules.dailyMinUsdt,
    maximum: doubled(rules.dailyMaxUsdt),
    quota: rules.dailyQuotaUsdt,
    penalty: 'remaining-days',
    penaltyRate: rules.dailyPenalty,
    forSale: rules.dailyForSale,
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
    ...(terms.forSale ? [] : [refuse('custody.not-for-sale', { field: 'productId', ...decidedBy(policy) })]),
    ...formProblems(purchase, terms),
    ...limitProblems(purchase, terms, standing),
    ...moneyProblems(purchase, terms, standing),
  ];
}

/** What stands against buying any amount of a product. */
export function standingProblems(
  { policy, terms }: { readonly policy: PolicyVersion<CustodyRules>; readonly terms: CustodyTerms },
  standing: Pick<CustodyStanding, 'state' | 'at'>,
): Refusal[] {
  const unsold = refuse('custody.not-for-sale', { field: 'productId', ...decidedBy(policy) });
  return [...pauseProblems(standing), ...(terms.forSale ? [] : [unsold])];
}

function pauseProblems({ state, at }: Pick<CustodyStanding, 'state' | 'at'>): Refusal[] {
  const until = state.pause.inForce;
  return until !== null && until > at ? [refuse('custody.paused-by-owner', { until })] : [];
}

function formProblems({ amount: text, agreed, policy }: CustodyPurchase, terms: CustodyTerms): Refusal[] {
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
  return found;
}

function limitProblems(
  { amount: text, policy, cap: { cap, policy: caps } }: CustodyPurchase,
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

function moneyProblems(
  { amount: text, policy }: CustodyPurchase,
  { rateMax, cycleDays }: CustodyTerms,
  { available, treasury, house }: CustodyStanding,
): Refusal[] {
  const found: Refusal[] = [];
  const field = 'amount';
  const covered = treasury + grantDue(house, policy.values);
  const needs = highestInterest(text, rateMax, cycleDays);
  if (amount(needs) > covered)
    found.push(refuse('custody.sold-out', { field, needs, available: format(covered), ...decidedBy(policy) }));
  if (available < amount(text))
    found.push(refuse('asset.insufficient', { field, currency: 'USDT', available: format(available), needed: text }));
  return found;
}

/** The rates of an order that are revealed at an instant, in the order of its dates. */
export function ratesAt(order: OpenCustody, rates: CustodyRates, at: Instant): string[] {
  return datesOfOrder(order)
    .filter((date) => startOf(date) <= at && rates.epochOf(date).revealsAt <= at)
    .map((date) => rates.rateOf(order.productId, date, order));
}

/** When the rate of the last date of an order is revealed. */
export function spanOf(at: Instant, cycleDays: number, rates: CustodyRates) {
  const dates = datesOf(at, cycleDays);
  const [firstDate, lastDate] = [dates[0] as string, dates.at(-1) as string];
  return { firstDate, lastDate, maturesAt: rates.epochOf(lastDate).revealsAt };
}

/** What of the policy an order keeps. */
export function appliedOf({ name, version, values }: PolicyVersion<CustodyRules>, productId: CustodyProductId) {
  const { flatMinUsdt, flatMaxUsdt, flatQuotaUsdt, dailyMinUsdt, dailyMaxUsdt, dailyQuotaUsdt } = values;
  const inputs =
    productId === 'flat' ? { flatMinUsdt, flatMaxUsdt, flatQuotaUsdt } : { dailyMinUsdt, dailyMaxUsdt, dailyQuotaUsdt };
  return { name, version, inputs };
}
