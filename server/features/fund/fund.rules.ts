import { FUND_MONEY_DECIMALS } from '../../../contracts/fund.contract.js';
import { UNIT_DECIMALS, type FundLevel } from '../../../shared/fund.js';
import { amount, decimalsOf, format, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import { leftByDebts } from '../../core/ports/open-debts.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { FundPurchase, FundRedemption, FundRules } from './fund.commands.js';
import type { NavDate } from './fund-dates.rules.js';
import { freeUnits, type FundHouseState, type FundState } from './fund.state.js';
import { termsOf } from './fund-value.rules.js';

/** Everything that a purchase is checked against. */
export interface FundStanding {
  readonly state: FundState;
  readonly house: FundHouseState;
  /** What the finance account has available. */
  readonly available: Amount;
  /** Open principal of all products. */
  readonly principal: Amount;
  /** Debts of all products. */
  readonly owed: Amount;
  readonly at: Instant;
}

/** All assets that the value of an order follows from: what the fund has, and what it is to have. */
export function assetsOf({ holdings }: Pick<FundHouseState, 'holdings'>, rules: FundRules, level: FundLevel): string[] {
  const held = holdings.map(({ asset }) => asset);
  return [...new Set([...held, ...termsOf(rules, level).basket.map(({ asset }) => asset)])];
}

type Sized = Pick<FundPurchase, 'level' | 'amount' | 'policy' | 'cap'>;

/** All that stands against a purchase, in the order of the refusals. */
export function problemsOf(purchase: FundPurchase, standing: FundStanding, navDate: NavDate): Refusal[] {
  const wrong = formProblem(purchase.amount);
  if (wrong !== undefined) return [wrong];
  return [
    ...saleProblems(purchase),
    ...sizeProblems(purchase),
    ...agreementProblems(purchase),
    ...dateProblems(purchase.shownDate, navDate),
    ...waitingProblems(purchase, standing.state),
    ...capProblems(purchase, standing),
    ...moneyProblems(purchase, standing),
  ];
}

/** Borrowed money costs nothing for some dates and a fund nothing to enter: only what its buyer owns goes in. */
function moneyProblems({ amount: text }: Pick<Sized, 'amount'>, standing: FundStanding): Refusal[] {
  const field = 'amount';
  const left = leftByDebts(amount(text), standing);
  if (left !== undefined) return [refuse('asset.debts-uncovered', { field, owed: left.owed, maximum: left.maximum })];
  const { available } = standing;
  if (available >= amount(text)) return [];
  return [refuse('asset.insufficient', { field, currency: 'USDT', available: format(available), needed: text })];
}

/** All that stands against the terms of a purchase, whoever makes it and whenever. */
export function termsProblems(order: Pick<FundPurchase, 'level' | 'amount' | 'agreed' | 'policy'>): Refusal[] {
  const wrong = formProblem(order.amount);
  return wrong === undefined ? [...saleProblems(order), ...sizeProblems(order), ...agreementProblems(order)] : [wrong];
}

function formProblem(text: string): Refusal | undefined {
  const field = 'amount';
  if (amount(text) === ZERO) return refuse('asset.amount-zero', { field });
  if (decimalsOf(amount(text)) > FUND_MONEY_DECIMALS)
    return refuse('asset.too-many-decimals', { field, currency: 'USDT', decimals: FUND_MONEY_DECIMALS });
  return undefined;
}

/** What stands against buying any amount: what stands against the smallest one, but for a balance that can be filled. */
export const standingProblems = (smallest: Sized, standing: Pick<FundStanding, 'principal' | 'state'>): Refusal[] => [
  ...saleProblems(smallest),
  ...waitingProblems(smallest, standing.state),
  ...capProblems(smallest, standing),
];

function saleProblems({ level, policy }: Pick<Sized, 'level' | 'policy'>): Refusal[] {
  if (termsOf(policy.values, level).forSale) return [];
  return [refuse('fund.not-for-sale', { field: 'level', ...decidedBy(policy) })];
}

function sizeProblems({ amount: text, policy }: Pick<Sized, 'amount' | 'policy'>): Refusal[] {
  const { minUsdt: minimum, maxUsdt: maximum } = policy.values;
  const field = 'amount';
  if (amount(text) < amount(minimum)) return [refuse('fund.below-minimum', { field, minimum, ...decidedBy(policy) })];
  if (amount(text) > amount(maximum)) return [refuse('fund.above-maximum', { field, maximum, ...decidedBy(policy) })];
  return [];
}

function agreementProblems({ agreed, policy }: Pick<FundPurchase, 'agreed' | 'policy'>): Refusal[] {
  if (agreed === null) return [refuse('fund.agreement-needed', { field: 'agreed' })];
  if (agreed === policy.version) return [];
  return [refuse('fund.terms-changed', { field: 'agreed', agreed, policy: policy.name, version: policy.version })];
}

function dateProblems(shown: string | null, { date }: NavDate): Refusal[] {
  return shown === null || shown === date ? [] : [refuse('fund.date-changed', { field: 'navDate', shown, date })];
}

/** Each order that waits is settled in one command of its owner, so nobody may pile them up. */
function waitingProblems(
  { level, policy }: { readonly level: FundLevel; readonly policy: PolicyVersion<FundRules> },
  { pending }: Pick<FundState, 'pending'>,
): Refusal[] {
  const { waitingMax: most } = policy.values;
  const waiting = [...pending.values()].filter((one) => one.level === level).length;
  return waiting < most ? [] : [refuse('fund.too-many-waiting', { most, ...decidedBy(policy) })];
}

function capProblems(
  { amount: text, cap: { cap, policy } }: Sized,
  { principal }: Pick<FundStanding, 'principal'>,
): Refusal[] {
  if (cap === null || principal + amount(text) <= amount(cap)) return [];
  return [refuse('fund.cap-exceeded', { field: 'amount', cap, open: format(principal), ...decidedBy(policy) })];
}

/** What stands against a redemption. A person may always leave: redeeming all free units needs no room. */
export function redemptionProblem(
  { level, units: text, shownDate }: FundRedemption,
  state: FundState,
  policy: PolicyVersion<FundRules>,
  navDate: NavDate,
): Refusal | undefined {
  const field = 'units';
  const units = amount(text);
  if (units === ZERO) return refuse('fund.units-zero', { field });
  if (decimalsOf(units) > UNIT_DECIMALS) return refuse('fund.units-decimals', { field, decimals: UNIT_DECIMALS });
  const free = freeUnits(state, level);
  if (free === ZERO && state.held[level].units !== '0') return refuse('fund.redeeming-already', { field });
  if (units > free) return refuse('fund.units-short', { field, held: format(free) });
  const waiting = units === free ? [] : waitingProblems({ level, policy }, state);
  return [...waiting, ...dateProblems(shownDate, navDate)][0];
}

/** What of the policy a request keeps. */
export function appliedOf({ name, version, values }: PolicyVersion<FundRules>, level: FundLevel) {
  const { minUsdt, maxUsdt } = values;
  return { name, version, inputs: { fee: termsOf(values, level).fee, minUsdt, maxUsdt } };
}

/** What of the policy a net asset value follows from. */
export function struckBy({ name, version, values }: PolicyVersion<FundRules>, level: FundLevel) {
  const { lowBasket, balancedBasket, rebalanceOneIn } = values;
  const basket = level === 'low' ? lowBasket : balancedBasket;
  return { name, version, inputs: { basket, fee: termsOf(values, level).fee, rebalanceOneIn } };
}
