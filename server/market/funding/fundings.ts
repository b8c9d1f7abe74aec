import type { Instant } from '../../core/clock.js';
import { FUNDING_MINUTES, OpenMinutes } from './funding-calendar.js';
import { averagePremium, fundingRate, RATE_CAP } from './funding-rate.js';
import { PremiumProcess, type PremiumOptions, type Underlying } from './premium-process.js';
import { BoundedMap } from '../../core/bounded-map.js';

const MINUTE_MS = 60_000;
const KEPT = 8_192;

/** Of an interval that is over. Premium and rate in hundred-millionths of the index. */
export interface Funding {
  readonly fundedAt: Instant;
  readonly premium: number;
  readonly rate: number;
}

/** Of the interval that runs. */
export interface FundingNow {
  /** The newest sample. */
  readonly premium: number;
  /** The average of the samples so far, and the rate that they would give if the interval were over. */
  readonly averagePremium: number;
  readonly predictedRate: number;
  readonly samples: number;
  /** `undefined` where the market closes for good before. */
  readonly nextFundingAt: Instant | undefined;
}

/** Funding of perpetual contracts from what seeds and calendars give. Users' part of a premium comes with their market. */
export class Fundings {
  private readonly process: PremiumProcess;
  private readonly past = new BoundedMap<string, Funding>(KEPT);

  constructor(options: PremiumOptions) {
    this.process = new PremiumProcess(options);
  }

  now(spec: Underlying, at: Instant): FundingNow {
    const open = this.openMinutes(spec);
    const minutes = open.before(at);
    const interval = Math.floor(minutes / FUNDING_MINUTES);
    const samples = minutes - interval * FUNDING_MINUTES;
    const average = averagePremium(this.samples(spec, samples, at));
    return {
      premium: this.sample(spec, at),
      averagePremium: average,
      predictedRate: fundingRate(average, RATE_CAP[spec.class]),
      samples,
      nextFundingAt: open.endOf((interval + 1) * FUNDING_MINUTES, at),
    };
  }

  /** The newest fundings at or before an instant, newest first, none of them before `since`. */
  history(spec: Underlying, at: Instant, { since, limit }: { since: Instant; limit: number }): Funding[] {
    const open = this.openMinutes(spec);
    const found: Funding[] = [];
    let before = at;
    for (let number = Math.floor(open.before(at) / FUNDING_MINUTES); found.length < limit && number > 0; number--) {
      const fundedAt = open.endBefore(number * FUNDING_MINUTES, before);
      const startsAt = open.endBefore((number - 1) * FUNDING_MINUTES, fundedAt);
      if (startsAt < since) break;
      found.push(this.funding(spec, number, fundedAt));
      before = fundedAt;
    }
    return found;
  }

  /** Those after one instant and up to another, oldest first. */
  due(spec: Underlying, fromMs: Instant, toMs: Instant, since: Instant): Funding[] {
    const open = this.openMinutes(spec);
    const [before, over] = [fromMs, toMs].map((at) => Math.floor(open.before(at) / FUNDING_MINUTES)) as [
      number,
      number,
    ];
    return over <= before ? [] : this.history(spec, toMs, { since, limit: over - before }).reverse();
  }

  /** A sample: the premium at the end of the newest open minute. */
  sample(spec: Underlying, at: Instant): number {
    return Math.round(this.process.at(spec, at));
  }

  private funding(spec: Underlying, number: number, fundedAt: Instant): Funding {
    const key = `${spec.symbol} ${spec.calendar} ${number}`;
    return this.past.of(key, () => {
      const premium = averagePremium(this.samples(spec, FUNDING_MINUTES, fundedAt));
      return { fundedAt, premium, rate: fundingRate(premium, RATE_CAP[spec.class]) };
    });
  }

  /** The newest samples at or before an instant, oldest first: one at the end of each minute of open market. */
  private samples(spec: Underlying, count: number, until: Instant): number[] {
    const open = this.openMinutes(spec);
    const found: number[] = [];
    let at = until - (until % MINUTE_MS);
    let over = open.before(at);
    while (found.length < count) {
      const before = open.before(at - MINUTE_MS);
      if (before < over) found.push(this.sample(spec, at));
      at -= MINUTE_MS;
      over = before;
    }
    return found.reverse();
  }

  openMinutes(spec: Pick<Underlying, 'symbol' | 'calendar'>): OpenMinutes {
    return new OpenMinutes(this.process.clockOf(spec));
  }
}
