import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import { FundPrices, type HoldingAction } from '../../core/ports/fund-prices.js';
import type { InvestmentCaps } from '../../core/ports/investment-caps.js';
import type { StreamKind } from '../../core/decider.js';
import type { FundRules } from './fund.commands.js';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

export const CAPS = { name: 'risk.caps', version: 1, inputs: { class: 'balanced', cap: '50000' } };

const nobody: StreamKind<null> = { name: 'risk', initial: () => null, evolve: () => null };

/** Everybody is of one class, whose cap a test may set. */
export class TestCaps implements Pick<InvestmentCaps, 'stream' | 'at'> {
  cap: string | null = '50000';
  stream = (userId: string) => [nobody as StreamKind<unknown>, userId] as const;
  at = () => ({ cap: this.cap, class: 'balanced' as const, policy: CAPS });
}

/** Rules with a coin that never closes and a share that closes on weekdays at 21:00 UTC. */
export const RULES: FundRules = {
  lowForSale: true,
  lowBasket: 'SPY:0.75 BTC:0.25',
  lowBenchmark: 'SPY',
  lowFee: '0.002',
  balancedForSale: true,
  balancedBasket: 'SPY:0.5 BTC:0.5',
  balancedBenchmark: 'SPY',
  balancedFee: '0.005',
  minUsdt: '10',
  maxUsdt: '50000',
  waitingMax: 20,
  rebalanceOneIn: 30,
};

/** The rules of a test, and the fair values that it sets meanwhile, as version 3. */
export function policiesOf(rules: () => object, fair = { values: 'none' }): PolicySource<KnownPolicies> {
  const inForceAt = (name: string) =>
    name === 'fund.fair-values' ? { name, version: 3, values: { fairValues: fair.values } } : rules();
  return { inForce: inForceAt, inForceAt } as unknown as PolicySource<KnownPolicies>;
}

/** Prices that a test sets; where it sets none, each day is a step above the one before. */
export class SteppedPrices extends FundPrices {
  drawn = new Set<string>();
  readonly changes = new Map<string, HoldingAction[]>();
  priced: (asset: string, closeAt: number) => string | undefined = (asset, closeAt) =>
    asset === 'BTC'
      ? `${50_000 + (Math.floor(closeAt / DAY_MS) % 100)}.01`
      : `${500 + (Math.floor(closeAt / DAY_MS) % 50)}.37`;

  has(asset: string): boolean {
    return asset === 'BTC' || asset === 'SPY';
  }

  closeAt(asset: string, at: number): number | undefined {
    if (!this.has(asset)) return undefined;
    if (asset === 'BTC') return at;
    for (let day = Math.floor(at / DAY_MS); ; day -= 1) {
      const closes = day * DAY_MS + 21 * HOUR_MS;
      const weekday = new Date(closes).getUTCDay();
      if (closes <= at && weekday !== 0 && weekday !== 6) return closes;
    }
  }

  priceOf(asset: string, closeAt: number): string | undefined {
    return this.priced(asset, closeAt);
  }

  actions(asset: string, after: number, until: number): readonly HoldingAction[] {
    return (this.changes.get(asset) ?? []).filter(({ dueAt }) => dueAt > after && dueAt <= until);
  }

  pastPrice(asset: string, at: number): string | undefined {
    return this.priced(asset, at);
  }

  epochAt(at: number): number {
    return Math.floor(at / (4 * HOUR_MS));
  }

  isRebalancing(_: string, date: string): boolean {
    return this.drawn.has(date);
  }
}
