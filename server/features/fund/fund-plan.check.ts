import type { RecordedEvent } from '../../core/event.js';
import type {
  FundEvent,
  FundPlanBought,
  FundPlanEnded,
  FundPlanPurchaseRequested,
  FundPlanSet,
  FundPlanSkipped,
} from './fund.events.js';
import { dayAfter } from './fund.figures.js';

const [PLANS_MAX, SKIPS_MAX] = [10, 3];

interface Plan {
  readonly set: FundPlanSet;
  nextDate: string | null;
  skips: number;
  /** What it ordered, until it says so. */
  ordered: FundPlanPurchaseRequested | null;
}

const dateAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** 1 for Monday to 7 for Sunday, or the day of the month. */
function dayOf(period: FundPlanSet['period'], date: string): number {
  const of = new Date(`${date}T00:00:00Z`);
  return period === 'monthly' ? of.getUTCDate() : ((of.getUTCDay() + 6) % 7) + 1;
}

/** Recurring purchases of funds again: each follows a plan that ran, on its date, for its amount; and no plan outlives three that were left out. */
export class FundPlanCheck {
  private readonly plans = new Map<string, Plan>();

  constructor(private readonly find: (position: number, what: string) => void) {}

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

  private set({ position, at }: RecordedEvent, data: FundPlanSet): void {
    const { planId, ownerId, period, day, nextDate } = data;
    const running = [...this.plans.values()].filter(({ set }) => set.ownerId === ownerId);
    if (this.plans.has(planId)) this.find(position, `the plan ${planId} was set twice`);
    if (running.length >= PLANS_MAX) this.find(position, `${ownerId} has more than ${PLANS_MAX} plans`);
    if (nextDate <= dateAt(at) || dayOf(period, nextDate) !== day || day > (period === 'weekly' ? 5 : 28))
      this.find(position, `the plan ${planId} begins on ${nextDate}`);
    this.plans.set(planId, { set: data, nextDate, skips: 0, ordered: null });
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
    const { planId, skips, nextDate } = data;
    const plan = this.turn(event, data);
    if (plan === undefined) return;
    plan.skips += 1;
    if (skips !== plan.skips || (nextDate === null) !== skips >= SKIPS_MAX)
      this.find(event.position, `the plan ${planId} was left out ${plan.skips} times in a row, not ${skips}`);
  }

  private ended({ position }: RecordedEvent, { planId, cause }: FundPlanEnded): void {
    const plan = this.plans.get(planId);
    this.plans.delete(planId);
    const isDue = plan !== undefined && (cause === 'skips') === plan.skips >= SKIPS_MAX;
    if (!isDue) this.find(position, `the plan ${planId} ended by ${cause}`);
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
    const due = this.after(plan.set, date > dateAt(at) ? date : dateAt(at));
    if (nextDate !== null && nextDate !== due)
      this.find(position, `the plan ${planId} is due on ${due}, not on ${nextDate}`);
    plan.nextDate = nextDate;
    return plan;
  }

  private after({ period, day }: FundPlanSet, date: string): string {
    let next = dayAfter(date);
    while (dayOf(period, next) !== day) next = dayAfter(next);
    return next;
  }
}
