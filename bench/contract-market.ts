import type { StreamKind } from '../server/core/decider.js';
import type { AccountGate } from '../server/core/ports/account-gate.js';
import type { ContractFacts, DueFunding } from '../server/core/ports/contract-facts.js';
import type { LiquidationTerms } from '../server/features/contract/liquidation/liquidation.terms.js';
import type { BookMarket, MarketBeat } from '../server/market/book-market.js';
import type { MarginPolicy } from '../server/trading/venue/order.commands.js';

/** A market that stands where a bench puts it, and the rules that its contract has. Ticks of 0.01 USDT, lots of 0.001. */
export const SYMBOL = 'BTCUSDT-PERP';
const spec = {
  symbol: SYMBOL,
  version: 1,
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  lotSize: '0.001',
  baseDecimals: 8,
  quoteDecimals: 8,
};
const limits = { minQuantity: '0.001', maxQuantity: '9000', minNotional: '0.01', maxNotional: '1000000' };
const policy = { name: 'contract.rules', version: 1, limitBandLow: '0.2', limitBandHigh: '5', marketBand: '0.05' };
export const ORDER_TERMS = { spec, limits, policy };

export const FEES = {
  maker: '0.0002',
  taker: '0.0005',
  tier: 0,
  volume: '0',
  day: '1970-01-01',
  policy: 'contract.fees',
  policyVersion: 1,
};

const margin: MarginPolicy = {
  policy: { name: 'contract.crypto', version: 1 },
  brackets: [
    { to: '50000', leverageMax: 100, rate: '0.004' },
    { to: '500000', leverageMax: 50, rate: '0.01' },
  ],
  coming: [],
  openInterestMax: null,
  owners: { share: '0.25', policy: { name: 'contract.rules', version: 1 } },
  gap: null,
  takerRate: '0.0005',
  quizFrom: 20,
  cap: null,
};

export const JUDGED_BY: LiquidationTerms = {
  margin,
  fees: FEES,
  rules: { policy: { name: 'contract.rules', version: 1 }, liquidationBand: '0.03', warningAt: '0.8' },
  insurance: { policy: { name: 'contract.insurance', version: 1 }, openingUsdt: '1000000', eventMaxUsdt: '5000' },
};

const nobody: StreamKind<null> = { name: 'nobody', initial: () => null, evolve: () => null };
export const openGate: AccountGate = {
  stream: (userId) => [nobody, userId],
  refusal: () => undefined,
  nationality: () => null,
};

export class BenchMarket implements BookMarket {
  /** In ticks. */
  mark = 10_000;

  private get liquidity() {
    const { mark } = this;
    return { bids: [[mark - 1, 2_000_000]], asks: [[mark + 1, 2_000_000]] } as const;
  }

  in() {
    return this;
  }
  terms(symbol: string) {
    return { spec: { ...spec, symbol }, limits };
  }
  moment() {
    const { mark, liquidity } = this;
    return {
      referenceTicks: mark,
      lastTicks: mark,
      indexTicks: mark,
      markTicks: mark,
      liquidity,
      phase: 'continuous',
    } as const;
  }
  beat(): MarketBeat {
    const { liquidity } = this;
    return { liquidity, traded: null, noiseTakers: [], index: null, mark: null, opening: false, closing: false };
  }
  hours() {
    return { open: true, phase: 'open' } as const;
  }
  impactAfter() {
    return undefined;
  }
}

/** Fundings that a bench makes due. */
export class BenchFacts implements ContractFacts {
  readonly fundings: DueFunding[] = [];

  fundingDue(_: string, symbol: string, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
    return symbol === SYMBOL ? this.fundings.filter(({ at }) => at > fromMs && at <= toMs) : [];
  }
  settlementOf() {
    return null;
  }
  averageBefore() {
    return null;
  }
  openInterestCap() {
    return null;
  }
  on() {
    return [SYMBOL];
  }
  classOf() {
    return 'crypto';
  }
  arePricesKnown() {
    return true;
  }
  prices() {
    return null;
  }
  settlementWindow() {
    return null;
  }
  epochAt() {
    return 0;
  }
  gapWindow() {
    return null;
  }
}
