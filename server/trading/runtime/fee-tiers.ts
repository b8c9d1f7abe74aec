import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { FeesView, FeeTableView } from '../../../contracts/fee.contract.js';
import { feeTiers, tierAt, type FeeTier, type FeeValues } from '../../../shared/fees.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { Clock, type Instant } from '../../core/clock.js';
import type { PolicyVersion } from '../../core/policy.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import type { FeeTerms } from '../venue/book.facts.js';
import { feeDayOf, feeDayStart, feeTermsOf, volumeDays } from '../venue/fee.rules.js';

/** By owner, in USDT; owners without a trade are missing. */
type Volumes = ReadonlyMap<string, Amount>;

/** Days that are kept beside the one in force: orders sent just before it began. */
const DAYS_KEPT = 2;

type FeePolicyName = 'spot.fees' | 'contract.fees';

/** A product with fees of its own, which follow from what was traded in it alone. */
export interface FeeProduct {
  readonly name: string;
  readonly policy: FeePolicyName;
}

/** The product of the feature that asks: it provides this beside `FeeTiers`. */
export const FEE_PRODUCT = Symbol('FEE_PRODUCT');

/**
 * Which fees an owner's orders of a product pay. Volumes of whole days never change afterwards, so those of a realm are read once a day and
 * an order costs one look into a map.
 */
@Injectable()
export class FeeTiers {
  private readonly known = new Map<string, Map<number, Promise<Volumes | Refusal>>>();

  constructor(
    @Inject(FEE_PRODUCT) private readonly product: FeeProduct,
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly policies: PolicySource<Record<FeePolicyName, FeeValues>>,
    private readonly clock: Clock,
  ) {}

  /** The terms of an order that this owner sends now; a refusal while the read model is too far behind to tell. */
  async terms(realm: string, ownerId: string, at: Instant = this.clock.now()): Promise<FeeTerms | Refusal> {
    const day = feeDayOf(at);
    const volumes = await this.volumes(realm, day);
    if (isRefusal(volumes)) return volumes;
    return feeTermsOf(this.inForce(), volumes.get(ownerId) ?? ZERO, day);
  }

  /** The table in force, for everybody. */
  table(): FeeTableView {
    const { name, version, values } = this.inForce();
    return { tiers: feeTiers(values).map(tierView), policy: { name, version } };
  }

  /** The tier of today, and what counts for tomorrow's. */
  async view(realm: string, ownerId: string): Promise<FeesView | Refusal> {
    const at = this.clock.now();
    const day = feeDayOf(at);
    const terms = await this.terms(realm, ownerId, at);
    if (isRefusal(terms)) return terms;
    if (!(await this.isCurrent(realm))) return refuse('request.unavailable');
    const running = await this.running(realm, ownerId, day + 1);
    const { maker, taker, tier, volume, policy, policyVersion } = terms;
    const tiers = feeTiers(this.inForce().values);
    const next = tiers.find(({ from }) => from > running);
    return {
      tier,
      volume,
      makerRate: maker,
      takerRate: taker,
      since: feeDayStart(day),
      until: feeDayStart(day + 1),
      runningVolume: format(running),
      runningTier: tierAt(running, tiers).tier,
      next: next === undefined ? null : { ...tierView(next), missing: format(next.from - running) },
      policy: { name: policy, version: policyVersion },
    };
  }

  private inForce(): PolicyVersion<FeeValues> {
    return this.policies.inForce(this.product.policy);
  }

  private volumes(realm: string, day: number): Promise<Volumes | Refusal> {
    const days = this.known.get(realm) ?? new Map<number, Promise<Volumes | Refusal>>();
    this.known.set(realm, days);
    const known = days.get(day);
    if (known !== undefined) return known;
    const read = this.read(realm, day);
    days.set(day, read);
    const forget = (): void => void (days.get(day) === read && days.delete(day));
    read.then((volumes) => isRefusal(volumes) && forget(), forget);
    for (const old of [...days.keys()].sort((a, b) => a - b).slice(0, -DAYS_KEPT)) if (old !== day) days.delete(old);
    return read;
  }

  private async read(realm: string, day: number): Promise<Volumes | Refusal> {
    if (!(await this.isCurrent(realm))) return refuse('request.unavailable');
    const { rows } = await this.pool.query<{ owner: string; volume: string }>(
      `SELECT owner_id AS owner, trim_scale(sum(volume))::text AS volume FROM fee_volumes
        WHERE realm = $1 AND product = $2 AND day BETWEEN $3 AND $4 GROUP BY owner_id`,
      [realm, this.product.name, ...volumeDays(day)],
    );
    return new Map(rows.map(({ owner, volume }) => [owner, amount(volume)]));
  }

  private async running(realm: string, ownerId: string, day: number): Promise<Amount> {
    const { rows } = await this.pool.query<{ volume: string }>(
      `SELECT trim_scale(coalesce(sum(volume), 0))::text AS volume FROM fee_volumes
        WHERE realm = $1 AND product = $2 AND owner_id = $3 AND day BETWEEN $4 AND $5`,
      [realm, this.product.name, ownerId, ...volumeDays(day)],
    );
    return amount(rows[0]?.volume ?? '0');
  }

  private isCurrent(realm: string): Promise<boolean> {
    return this.projections.upToDate('orders', realm);
  }
}

function tierView({ tier, from, maker, taker }: FeeTier) {
  return { tier, from: format(from), makerRate: format(maker), takerRate: format(taker) };
}
