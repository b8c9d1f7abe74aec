import type { PolicyVersionAt, PublishedTerms } from '../../core/history-audit.js';
import type { RecordedEvent } from '../../core/event.js';
import type {
  FundEvent,
  FundPlanBought,
  FundPlanEnded,
  FundPlanPurchaseRequested,
  FundPlanSet,
  FundPlanSkipped,
} from './fund.events.js';
import { dayAfter, waitingMaxOf } from './fund.figures.js';

const [PLANS_MAX, SKIPS_MAX] = [10, 3];
const DAY_MS = 86_400_000;

interface Plan {
  readonly set: FundPlanSet;
  /** Where it was set or had its last turn. */
  position: number;
  nextDate: string | null;
  skips: number;
  /** What it ordered, until it says so. */
  ordered: FundPlanPurchaseRequested | null;
  /** What it must end by at once. */
  ending: FundPlanEnded['cause'] | null;
}

const dateAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** 1 for Monday to 7 for Sunday, or the day of the month. */
function dayOf(period: FundPlanSet['period'], date: string): number {
  const of = new Date(`${date}T00:00:00Z`);
  return period === 'monthly' ? of.getUTCDate() : ((of.getUTCDay() + 6) % 7) + 1;
}

/**
 * Recurring purchases of funds again: each follows a plan that ran, on its date, for its amount. Each plan has its turn while the
 * realm goes on, is left out for a reason that held, and outlives neither changed rules nor three that were left out.
 */
export class FundPlanCheck {
  private readonly plans = new Map<string, Plan>();
  private readonly running = new Map<string, number>();
  /** The first instant of each date that the realm has, and its newest one. */
  private readonly dates: { readonly date: string; readonly firstAt: number }[] = [];
  private newest = 0;

  constructor(
    private readonly published: PublishedTerms,
    private readonly waitingOf: (owner: Pick<FundPlanSet, 'ownerId' | 'level'>) => number,
    private readonly find: (position: number, what: string) => void,
  ) {}

  /** Every event of the realm says that it went on. */
  passes(at: number): void {
    this.newest = Math.max(this.newest, at);
    const last = this.dates.at(-1);
    if (last === undefined || at >= last.firstAt - (last.firstAt % DAY_MS) + DAY_MS)
      this.dates.push({ date: dateAt(at), firstAt: at });
  }

  take(event: FundEvent): void {
    switch (event.type) {
      case 'FundPlanSet':
        return this.set(event, event.data);
      case 'FundPlanPurchaseRequested':
        return this.ordered(event, event.data);
      case 'FundPlanBought':
        return this.bought(event, event.data);
      case 'FundPlanSkipped':
        return this.skipped(event, event.data);
      case 'FundPlanEnded':
        return this.ended(event, event.data);
      default:
    }
  }

  finish(): void {
    for (const [planId, plan] of this.plans) {
      this.isSaid(plan.position, planId, plan);
      if (plan.ending !== null) this.find(plan.position, `the plan ${planId} never ended by ${plan.ending}`);
      this.isInTime(plan.position, planId, plan);
    }
  }

  private set({ position, at }: RecordedEvent, data: FundPlanSet): void {
    const { planId, ownerId, period, day, nextDate } = data;
    const running = this.running.get(ownerId) ?? 0;
    if (this.plans.has(planId)) this.find(position, `the plan ${planId} was set twice`);
    else this.running.set(ownerId, running + 1);
    if (running >= PLANS_MAX) this.find(position, `${ownerId} has more than ${PLANS_MAX} plans`);
    if (nextDate <= dateAt(at) || dayOf(period, nextDate) !== day || day > (period === 'weekly' ? 5 : 28))
      this.find(position, `the plan ${planId} begins on ${nextDate}`);
    this.plans.set(planId, { set: data, position, nextDate, skips: 0, ordered: null, ending: null });
  }

  private ordered({ position, at }: RecordedEvent, data: FundPlanPurchaseRequested): void {
    const { planId, requestId } = data;
    const plan = this.plans.get(planId);
    const isItsOwn =
      plan !== undefined &&
      plan.ordered === null &&
      (['ownerId', 'level', 'amount'] as const).every((key) => plan.set[key] === data[key]) &&
      plan.set.policy.version === data.policy.version &&
      plan.nextDate !== null &&
      plan.nextDate <= dateAt(at);
    if (!isItsOwn) this.find(position, `${requestId} follows no plan`);
    if (plan !== undefined) plan.ordered = data;
  }

  private bought(event: RecordedEvent, data: FundPlanBought): void {
    const { planId, requestId } = data;
    const plan = this.turn(event, data);
    if (plan === undefined) return;
    if (plan.ordered?.requestId !== requestId)
      this.find(event.position, `the plan ${planId} bought by ${requestId}, which it never ordered`);
    plan.skips = 0;
    plan.ordered = null;
  }

  private skipped(event: RecordedEvent, data: FundPlanSkipped): void {
    const { planId, skips, nextDate, reason } = data;
    const plan = this.turn(event, data);
    if (plan === undefined) return;
    this.isSaid(event.position, planId, plan);
    plan.ordered = null;
    plan.skips += 1;
    plan.ending = reason === 'terms' ? 'terms' : plan.skips >= SKIPS_MAX ? 'skips' : null;
    if (skips !== plan.skips || (nextDate === null) !== (plan.ending !== null))
      this.find(event.position, `the plan ${planId} was left out ${plan.skips} times in a row, not ${skips}`);
    this.reasoned(event, data, plan);
  }

  private ended({ position }: RecordedEvent, { planId, cause }: FundPlanEnded): void {
    const plan = this.plans.get(planId);
    this.plans.delete(planId);
    if (plan === undefined || cause !== (plan.ending ?? 'owner'))
      return this.find(position, `the plan ${planId} ended by ${cause}`);
    const { ownerId } = plan.set;
    this.running.set(ownerId, (this.running.get(ownerId) ?? 1) - 1);
    this.isSaid(position, planId, plan);
    this.isInTime(position, planId, plan);
  }

  /** What was ordered is said before anything else becomes of the plan. */
  private isSaid(position: number, planId: string, { ordered }: Plan): void {
    if (ordered !== null) this.find(position, `the plan ${planId} ordered ${ordered.requestId} and never says so`);
  }

  /** A realm that stood still may be late: a day after it has gone on, each plan had its turn. */
  private isInTime(position: number, planId: string, { nextDate }: Plan): void {
    if (nextDate === null) return;
    const since = this.firstAfter(nextDate);
    if (since !== undefined && this.newest - since > DAY_MS)
      this.find(position, `the plan ${planId} had no turn on ${nextDate}`);
  }

  /** When the realm first went on after a date. */
  private firstAfter(date: string): number | undefined {
    let [from, to] = [0, this.dates.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.dates[middle]?.date ?? '') > date) to = middle;
      else from = middle + 1;
    }
    return this.dates[from]?.firstAt;
  }

  /** Changed rules, a fund that is not for sale and orders that wait can be found again; money and accounts are other checks'. */
  private reasoned({ position, at }: RecordedEvent, { planId, reason }: FundPlanSkipped, { set }: Plan): void {
    const faults = this.versionsAt(at).map((version) => this.faultOf(reason, set, version));
    const [fault] = faults;
    if (fault === undefined || faults.includes(undefined)) return;
    this.find(position, `the plan ${planId} was left out for ${reason}, but ${fault}`);
  }

  /** Why a purchase cannot have been left out for a reason under these rules. */
  private faultOf(
    reason: FundPlanSkipped['reason'],
    set: FundPlanSet,
    { version, values }: PolicyVersionAt,
  ): string | undefined {
    const isOther = version !== set.policy.version;
    if (isOther !== (reason === 'terms')) return `version ${version} was in force after ${set.policy.version}`;
    if (isOther || reason === 'account') return undefined;
    const isSold = values[set.level === 'low' ? 'lowForSale' : 'balancedForSale'] === true;
    if (isSold === (reason === 'sale')) return `the fund was ${isSold ? '' : 'not '}for sale`;
    if (reason === 'sale') return undefined;
    const [waiting, most] = [this.waitingOf(set), waitingMaxOf(values)];
    return waiting >= most === (reason === 'waiting') ? undefined : `${waiting} orders waited of ${most}`;
  }

  /** The version in force, and that before it where both were in force in the same millisecond. */
  private versionsAt(at: number): readonly PolicyVersionAt[] {
    const versions = this.published.policies.get('fund.rules') ?? [];
    const last = versions.findLastIndex(({ publishedAt }) => publishedAt <= at);
    if (last < 0) return versions.slice(0, 1);
    const isNew = versions[last]?.publishedAt === at;
    return versions.slice(isNew && last > 0 ? last - 1 : last, last + 1).toReversed();
  }

  /** On the date that was said before, and the next one is the first that fits after it and after today. */
  private turn(
    { position, at }: RecordedEvent,
    { planId, date, nextDate }: FundPlanBought | FundPlanSkipped,
  ): Plan | undefined {
    const plan = this.plans.get(planId);
    if (plan === undefined) {
      this.find(position, `the plan ${planId} does not run`);
      return undefined;
    }
    if (date !== plan.nextDate || date > dateAt(at))
      this.find(position, `the plan ${planId} was due on ${plan.nextDate}, not on ${date}`);
    this.isInTime(position, planId, plan);
    const due = this.after(plan.set, date > dateAt(at) ? date : dateAt(at));
    if (nextDate !== null && nextDate !== due)
      this.find(position, `the plan ${planId} is due on ${due}, not on ${nextDate}`);
    plan.nextDate = nextDate;
    plan.position = position;
    return plan;
  }

  private after({ period, day }: FundPlanSet, date: string): string {
    let next = dayAfter(date);
    while (dayOf(period, next) !== day) next = dayAfter(next);
    return next;
  }
}
