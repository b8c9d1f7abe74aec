import { FUND_ASSETS, FUND_LEVELS, payoutOf } from '../../../shared/fund.js';
import { amount, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { DatedIncome, OwnedItem, OwnedPart, OwnedReader } from '../../core/owned.js';
import { navDateOf } from './fund-dates.rules.js';
import { FUND_REALM, type FundPorts } from './fund.handler.js';
import { planDueAt, type RunningPlan } from './fund-plan.state.js';
import { assetsOf } from './fund.rules.js';
import { freeUnits, fundHouseKind, fundKind, type FundHouseState, type PendingRequest } from './fund.state.js';
import { FIRST_NAV } from './fund-value.rules.js';

/** Units can be had at the first value that an order of now would get. What waits for a value is on hold until then. */
export const fundOwned = ({ fundPrices, rules }: Pick<FundPorts, 'fundPrices' | 'rules'>): OwnedPart => ({
  kinds: [fundKind],
  read: async ({ realm, ownerId, at, state }: OwnedReader) => {
    if (realm !== FUND_REALM) return {};
    const own = await state(fundKind, ownerId);
    const items = [...own.pending.values()].map((request) => waiting(request, at));
    for (const level of FUND_LEVELS) {
      const units = freeUnits(own, level);
      if (units === ZERO) continue;
      const assets = assetsOf(await state(fundHouseKind, level), rules.inForce('fund.rules').values, level);
      const { strikesAt } = navDateOf(assets, at, fundPrices);
      const held = { asset: FUND_ASSETS[level], amount: units };
      items.push(itemOf({ id: level, label: level, held, way: 'redeem', availableAt: strikesAt }));
    }
    const income = [...own.plans.values()].map((plan) => purchaseOf(plan, ownerId));
    for (const request of own.pending.values())
      income.push(...redemptionOf(request, await state(fundHouseKind, request.level)));
    return { items, income };
  },
});

/** A purchase can be cancelled until the first close of its value is known. */
function waiting(request: PendingRequest, at: Instant): OwnedItem {
  const { requestId: id, level: label, firstCloseAt, strikesAt: availableAt } = request;
  if (request.side === 'redemption') {
    const held = { asset: FUND_ASSETS[label], amount: amount(request.units) };
    return itemOf({ id, label, held, way: 'redeem', availableAt });
  }
  const held = { asset: 'USDT', amount: amount(request.amount) };
  if (at < firstCloseAt) return itemOf({ id, label, held, way: 'cancel', availableAt: at });
  return itemOf({ id, label, held, way: 'settle', availableAt });
}

/** What a redemption brings: its units at a value that nobody knows yet, by the last one. */
function redemptionOf(request: PendingRequest, { nav }: Pick<FundHouseState, 'nav'>): DatedIncome[] {
  if (request.side === 'purchase') return [];
  const { requestId: id, level: label, strikesAt: at } = request;
  const most = amount(payoutOf(request.units, nav ?? FIRST_NAV));
  return [{ id, label, what: 'redemption', at, asset: 'USDT', least: ZERO, most, isEstimate: true }];
}

/** What a plan takes next: nothing where it is ended before, or left out. */
function purchaseOf({ planId: id, level: label, amount: usdt, nextDate }: RunningPlan, ownerId: string): DatedIncome {
  const at = planDueAt(ownerId, nextDate);
  return { id, label, what: 'purchase', at, asset: 'USDT', least: ZERO, most: -amount(usdt), isEstimate: true };
}

interface Waiting extends Pick<OwnedItem, 'id' | 'label' | 'way' | 'availableAt'> {
  readonly held: { readonly asset: string; readonly amount: Amount };
}

const itemOf = ({ held, ...item }: Waiting): OwnedItem => ({
  ...item,
  detail: null,
  held: [{ space: 'finance', ...held }],
  beyond: ZERO,
  isEstimate: held.asset !== 'USDT',
  isAtRisk: false,
  cost: ZERO,
  early: null,
});
