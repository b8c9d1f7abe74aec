import type { FundPlan } from '../../../contracts/fund.contract.js';
import type { RefusalCode } from '../../../contracts/refusal.contract.js';
import type { FundLevel } from '../../../shared/fund.js';
import {
  firstDatesOf,
  isPlanDate,
  nextPlanDate,
  planDayOf,
  PLANS_MAX,
  SKIPS_MAX,
  type PlanSkip,
} from '../../../shared/fund-plan.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import { dateOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import type { Decided } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { PolicyVersion } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import type { FundPlanOrder, FundPurchase, FundRules } from './fund.commands.js';
import type { NavDate } from './fund-dates.rules.js';
import { fundEvent, orderPurchase } from './fund.decider.js';
import { planTimetable, type RunningPlan } from './fund-plan.state.js';
import { appliedOf, termsProblems } from './fund.rules.js';
import type { FundHouseState, FundState } from './fund.state.js';

export const planViewOf = ({ planId, level, amount: text, period, nextDate, skips, last }: RunningPlan): FundPlan => ({
  planId,
  level,
  amount: text,
  period,
  nextDate,
  skips,
  last,
});

/** All that stands against a purchase, but for money and limits of a person: these are asked when it buys. */
export function decideSetPlan(order: FundPlanOrder, { plans }: FundState, at: Instant): Decided<FundPlan> | Refusal {
  const { userId, ownerId, planId, level, amount: text, period, firstDate, policy, agreement = null } = order;
  const [problem] = termsProblems(order);
  if (problem !== undefined) return problem;
  const { from, until } = firstDatesOf(dateOf(at));
  if (firstDate < from || firstDate > until || !isPlanDate(period, firstDate))
    return refuse('fund.plan-date', { field: 'firstDate', from, until });
  if (plans.size >= PLANS_MAX) return refuse('fund.too-many-plans', { most: PLANS_MAX });
  const day = planDayOf(period, firstDate);
  const set = { userId, ownerId, planId, level, amount: format(amount(text)), period };
  const agreed = { policy: appliedOf(policy, level), agreement };
  const event = { ...fundEvent('FundPlanSet', { ...set, day, nextDate: firstDate, ...agreed }), schema: 2 };
  const answer = { planId, level, amount: set.amount, period, nextDate: firstDate, skips: 0, last: null };
  return { events: [event], due: dueAfter(planTimetable, [event], at), answer };
}

export function decideEndPlan(
  { plans, ownerId }: FundState,
  { userId, planId }: { readonly userId: string; readonly planId: string },
): Decided<{ readonly planId: string }> | Refusal {
  const plan = plans.get(planId);
  if (plan === undefined) return refuse('fund.plan-not-found', { planId });
  return {
    events: [fundEvent('FundPlanEnded', { ...nameOf(plan, { userId, ownerId }), cause: 'owner' })],
    answer: { planId },
  };
}

/** What the plans of a date are decided by. */
export interface PlanDay {
  readonly owner: { readonly userId: string; readonly ownerId: string };
  readonly date: string;
  readonly at: Instant;
  readonly state: FundState;
  readonly houses: Readonly<Record<FundLevel, FundHouseState>>;
  readonly available: Amount;
  readonly principal: Amount;
  readonly owed: Amount;
  /** Why the account may not buy at all. */
  readonly blocked: Refusal | undefined;
  readonly policy: PolicyVersion<FundRules>;
  readonly cap: FundPurchase['cap'];
  navDate(house: FundHouseState, level: FundLevel): NavDate;
}

/** Each plan buys as its owner would, one after the other, or is left out with the reason. */
export function decidePlanPurchases(day: PlanDay): NewEvent[] {
  const events: NewEvent[] = [];
  let { state, houses, available, principal } = day;
  for (const plan of day.state.plans.values()) {
    if (plan.nextDate !== day.date) continue;
    const { level } = plan;
    const standing = { state, house: houses[level], available, principal, owed: day.owed, at: day.at };
    const order = purchaseOf(plan, day);
    const made =
      outdated(plan, day) ??
      day.blocked ??
      orderPurchase(order, standing, day.navDate(houses[level], level), plan.planId);
    if (isRefusal(made)) {
      events.push(...skipped(plan, day, made));
      continue;
    }
    events.push(...made.events, bought(plan, day, order.requestId));
    const { request } = made;
    state = { ...state, pending: new Map(state.pending).set(request.requestId, request) };
    houses = { ...houses, [level]: { ...houses[level], nextDate: houses[level].nextDate ?? request.date } };
    available -= amount(plan.amount);
    principal += amount(plan.amount);
  }
  return events;
}

/** Nobody can agree for an owner: a plan of older rules could never buy again, whatever else stands against it. */
function outdated({ agreed }: RunningPlan, { policy: { name, version } }: PlanDay): Refusal | undefined {
  if (agreed === version) return undefined;
  return refuse('fund.terms-changed', { field: 'agreed', agreed, policy: name, version });
}

/** The order has a name that follows from the plan and its date. */
const purchaseOf = (
  { planId, level, amount: text, agreed }: RunningPlan,
  { owner, date, policy, cap }: PlanDay,
): FundPurchase => {
  const requestId = `fnd-${planId}-${date}`;
  return { ...owner, requestId, level, amount: text, agreed, shownDate: null, policy, cap };
};

/** A server that was away buys late, and then not before the next date that is to come. */
const nextOf = ({ period, day }: RunningPlan, { date, at }: PlanDay): string =>
  nextPlanDate(period, day, dateOf(at) > date ? dateOf(at) : date);

const bought = (plan: RunningPlan, day: PlanDay, requestId: string): NewEvent =>
  fundEvent('FundPlanBought', {
    ...nameOf(plan, day.owner),
    requestId,
    date: day.date,
    nextDate: nextOf(plan, day),
  });

function skipped(plan: RunningPlan, day: PlanDay, refusal: Refusal): NewEvent[] {
  const skips = plan.skips + 1;
  const named = nameOf(plan, day.owner);
  const reason = reasonOf(refusal);
  const cause = reason === 'terms' ? 'terms' : skips >= SKIPS_MAX ? 'skips' : undefined;
  const nextDate = cause === undefined ? nextOf(plan, day) : null;
  return [
    fundEvent('FundPlanSkipped', { ...named, date: day.date, reason, skips, nextDate }),
    ...(cause === undefined ? [] : [fundEvent('FundPlanEnded', { ...named, cause })]),
  ];
}

/** What stands against a purchase, as its owner is told. Everything else is of the account. */
const REASONS = {
  'asset.insufficient': 'money',
  'asset.debts-uncovered': 'debts',
  'fund.cap-exceeded': 'cap',
  'fund.terms-changed': 'terms',
  'fund.below-minimum': 'terms',
  'fund.above-maximum': 'terms',
  'fund.not-for-sale': 'sale',
  'fund.too-many-waiting': 'waiting',
} as const satisfies Partial<Record<RefusalCode, PlanSkip>>;

const reasonOf = ({ refusal }: Refusal): PlanSkip =>
  (REASONS as Readonly<Record<string, PlanSkip | undefined>>)[refusal] ?? 'account';

const nameOf = ({ planId, level, amount: text }: RunningPlan, { userId, ownerId }: PlanDay['owner']) => ({
  userId,
  ownerId,
  planId,
  level,
  amount: text,
});
