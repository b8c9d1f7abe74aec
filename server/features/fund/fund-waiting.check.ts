import { units } from '../../core/audit-figures.js';
import type { FundPurchasePlaced, FundRedemptionRequested } from './fund.events.js';

export type Requested = FundPurchasePlaced | FundRedemptionRequested;

interface Waiting {
  readonly data: Requested;
  readonly at: number;
}

interface OfOwner {
  count: number;
  /** Units that wait for their redemption. */
  redeeming: bigint;
}

type Named = Pick<Requested, 'ownerId' | 'level'>;

/** Orders that wait, and what an owner has waiting in a fund: no question looks through all of them. */
export class FundWaiting {
  private readonly orders = new Map<string, Waiting>();
  private readonly owners = new Map<string, OfOwner>();

  has(requestId: string): boolean {
    return this.orders.has(requestId);
  }

  all(): Iterable<Waiting> {
    return this.orders.values();
  }

  countOf(owner: Named): number {
    return this.owners.get(keyOf(owner))?.count ?? 0;
  }

  redeemingOf(owner: Named): bigint {
    return this.owners.get(keyOf(owner))?.redeeming ?? 0n;
  }

  add(data: Requested, at: number): void {
    this.take(data.requestId);
    this.orders.set(data.requestId, { data, at });
    this.change(data, 1);
  }

  take(requestId: string): Waiting | undefined {
    const found = this.orders.get(requestId);
    if (found === undefined) return undefined;
    this.orders.delete(requestId);
    this.change(found.data, -1);
    return found;
  }

  private change(data: Requested, by: 1 | -1): void {
    const before = this.owners.get(keyOf(data)) ?? { count: 0, redeeming: 0n };
    const size = 'units' in data ? units(data.units) : 0n;
    const after = { count: before.count + by, redeeming: before.redeeming + BigInt(by) * size };
    if (after.count === 0) this.owners.delete(keyOf(data));
    else this.owners.set(keyOf(data), after);
  }
}

const keyOf = ({ ownerId, level }: Named): string => `${ownerId} ${level}`;
