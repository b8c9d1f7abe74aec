import { hash } from 'node:crypto';
import type { FundLevel } from '../../../shared/fund.js';
import type { FundPeriod, PlanSkip } from '../../../shared/fund-plan.js';
import { startOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import { never } from '../../core/never.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { BuyByFundPlans } from './fund.commands.js';
import type { FundEvent, FundPlanBought, FundPlanSet, FundPlanSkipped } from './fund.events.js';

/** A recurring purchase that runs. */
export interface RunningPlan {
  readonly planId: string;
  readonly level: FundLevel;
  readonly amount: string;
  readonly period: FundPeriod;
  readonly day: number;
  /** The version of the rules that was agreed to. */
  readonly agreed: number;
  readonly setAt: Instant;
  readonly nextDate: string;
  /** Purchases left out in a row. */
  readonly skips: number;
  readonly last: { readonly date: string; readonly outcome: 'bought' | PlanSkip } | null;
}

type PlanEvent = Extract<FundEvent, { type: 'FundPlanSet' | 'FundPlanBought' | 'FundPlanSkipped' | 'FundPlanEnded' }>;

export function plansAfter(
  plans: ReadonlyMap<string, RunningPlan>,
  { type, data, at }: PlanEvent,
): ReadonlyMap<string, RunningPlan> {
  const after = new Map(plans);
  const change = (changes: Partial<RunningPlan>): void => {
    const plan = plans.get(data.planId);
    if (plan !== undefined) after.set(data.planId, { ...plan, ...changes });
  };
  switch (type) {
    case 'FundPlanSet': {
      const { planId, level, amount, period, day, nextDate, policy } = data;
      const agreed = policy.version;
      after.set(planId, { planId, level, amount, period, day, agreed, setAt: at, nextDate, skips: 0, last: null });
      break;
    }
    case 'FundPlanBought':
      change({ nextDate: data.nextDate, skips: 0, last: { date: data.date, outcome: 'bought' } });
      break;
    case 'FundPlanSkipped': {
      const { date, reason, skips, nextDate } = data;
      change({ ...(nextDate !== null && { nextDate }), skips, last: { date, outcome: reason } });
      break;
    }
    case 'FundPlanEnded':
      after.delete(data.planId);
      break;
    default:
      never(type);
  }
  return after;
}

interface Next {
  readonly userId: string;
  readonly ownerId: string;
  readonly nextDate: string | null;
}

const HOUR_MS = 3_600_000;

/**
 * Within the second hour of a date, at an instant that follows from the owner. Midnight stays free for listings and expiries, and
 * owners come one after the other.
 */
export const planDueAt = (ownerId: string, date: string): Instant =>
  startOf(date) + HOUR_MS + (Number.parseInt(hash('sha256', ownerId, 'hex').slice(0, 8), 16) % HOUR_MS);

/** One for all plans of an owner that buy on a date: setting and ending over and over makes no second one. */
const buyOn = ({ userId, ownerId, nextDate }: Next) =>
  nextDate === null
    ? undefined
    : {
        id: `buy-by-fund-plans:${ownerId}:${nextDate}`,
        dueAt: planDueAt(ownerId, nextDate),
        command: planned(BuyByFundPlans, { userId, ownerId, date: nextDate }),
      };

export const planTimetable: Timetable = {
  FundPlanSet: ({ data }: Happened<FundPlanSet>) => buyOn(data),
  FundPlanBought: ({ data }: Happened<FundPlanBought>) => buyOn(data),
  FundPlanSkipped: ({ data }: Happened<FundPlanSkipped>) => buyOn(data),
};
