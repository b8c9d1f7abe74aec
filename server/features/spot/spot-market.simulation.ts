import { amount, format, fromSteps } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Rng } from '../../core/rng.js';
import type { Liquidity } from '../../trading/matching/book.js';
import type { AgentFill } from '../../market/simulator/impact.js';
import type { SimulatedRevision } from '../simulation.js';
import {
  BEAT_MS,
  type BookMarket,
  type BookTerms,
  type MarketBeat,
  type MarketMoment,
} from '../../market/book-market.js';
import type { SessionState } from '../../market/simulator/market-clock.js';
import type { AdvanceMarket } from '../../trading/venue/order.commands.js';

interface Listed {
  terms: BookTerms;
  middleTicks: number;
  quotes: Liquidity;
  tape: Omit<MarketBeat, 'liquidity'>;
  state: 'open' | 'closing' | 'closed' | 'call';
  /** While an instrument is revised; after its end for good. */
  halt: 'none' | 'halted' | 'delisted';
}

const LIMITS = { minQuantity: '0.005', maxQuantity: '9000', minNotional: '0.0001', maxNotional: '1000000' };

function termsOf(base: string, quote: string, tickSize: string, lotSize: string): BookTerms {
  const symbol = `${base}${quote}`;
  const spec = { symbol, version: 1, base, quote, tickSize, lotSize, baseDecimals: 8, quoteDecimals: 8 };
  return { spec, limits: LIMITS };
}

/** Three books in a ring, so that what one book pays out another takes in; and a share, which may be split. */
const BOOKS: readonly (readonly [BookTerms, middleTicks: number])[] = [
  [termsOf('BTC', 'USDT', '0.01', '0.001'), 10_000],
  [termsOf('ETH', 'USDT', '0.01', '0.001'), 4_000],
  [termsOf('ETH', 'BTC', '0.0001', '0.001'), 4_000],
  [termsOf('AAPL', 'USDT', '0.01', '0.001'), 8_000],
];

const COIN_TICKS = 5_000;

export const SIMULATED_SYMBOLS: readonly string[] = BOOKS.map(([{ spec }]) => spec.symbol);

/** A market whose every move is drawn by the simulation: agents' quotes around a middle that wanders. */
export class SimulatedMarket implements BookMarket {
  private readonly listed = new Map<string, Listed>();
  private beats = 0;

  constructor() {
    for (const [terms, middleTicks] of BOOKS) this.list(terms, middleTicks);
  }

  /** A new coin is quoted from its listing on, and its price stands. */
  listCoin(coin: string): void {
    const terms = termsOf(coin, 'USDT', '0.0001', '1');
    if (!this.listed.has(terms.spec.symbol))
      this.list({ ...terms, limits: { ...LIMITS, minQuantity: '1' } }, COIN_TICKS);
  }

  private list(terms: BookTerms, middleTicks: number): void {
    const quotes = { bids: [[middleTicks - 100, 5_000]], asks: [[middleTicks + 100, 5_000]] } as const;
    this.listed.set(terms.spec.symbol, {
      terms,
      middleTicks,
      quotes,
      tape: { traded: null, noiseTakers: [], index: null, mark: null, opening: false, closing: false },
      state: 'open',
      halt: 'none',
    });
  }

  /** Its agents' prices are drawn for one realm at a time. */
  in(): this {
    return this;
  }

  terms(symbol: string): BookTerms {
    return this.of(symbol).terms;
  }

  moment(symbol: string): MarketMoment | Refusal {
    const { state, halt, middleTicks, quotes } = this.of(symbol);
    if (halt === 'delisted') return refuse('market.delisted', { symbol, delistedAt: 0 });
    if (halt === 'halted') return refuse('market.halted', { symbol });
    if (state === 'closed') return refuse('market.closed', { symbol, opensAt: 0 });
    const prices = {
      referenceTicks: middleTicks,
      lastTicks: middleTicks,
      indexTicks: middleTicks,
      markTicks: middleTicks,
    };
    if (state === 'call') return { ...prices, liquidity: { bids: [], asks: [] }, phase: 'call' };
    return { ...prices, liquidity: quotes, phase: 'continuous' };
  }

  /** A little before its close now and then; all its sessions end with an auction. */
  hours(symbol: string, at: number): SessionState {
    const { state } = this.of(symbol);
    const closesAt = Number.MAX_SAFE_INTEGER;
    const cutOffAt = state === 'closing' ? 0 : closesAt;
    const open = state === 'open' || state === 'closing';
    const closing = { closingAuctionAt: closesAt, cutOffAt };
    if (state === 'call') return { open, phase: 'call', nextChangeAt: closesAt, ...closing };
    // Every closed beat is the last of a session: what it skips misses the close.
    if (state === 'closed') return { open: true, phase: 'open', nextChangeAt: at + BEAT_MS, cutOffAt: 0 };
    return { open, phase: 'open', nextChangeAt: closesAt, ...closing };
  }

  impactAfter(_symbol: string, at: number, _impact: unknown, fills: readonly AgentFill[]): unknown {
    return fills.length > 0 ? { at } : undefined;
  }

  beat(symbol: string): MarketBeat {
    const { quotes, tape } = this.of(symbol);
    return { liquidity: quotes, ...tape };
  }

  isCall(symbol: string): boolean {
    return this.of(symbol).state === 'call';
  }

  isHalted(symbol: string): boolean {
    return this.of(symbol).halt !== 'none';
  }

  closeBefore(symbol: string): string {
    const { middleTicks, terms } = this.of(symbol);
    return format(fromSteps(middleTicks, amount(terms.spec.tickSize)));
  }

  averageBefore(symbol: string): string {
    return this.closeBefore(symbol);
  }

  /** A new version of the instrument at the price that it makes of the last one, and then its end or its first beat again. */
  revise({ symbol, revised }: SimulatedRevision): void {
    const listed = this.of(symbol);
    if (revised === null) {
      if (listed.halt === 'halted') listed.halt = 'none';
      return;
    }
    const { version, factor, ends } = revised;
    listed.halt = ends ? 'delisted' : 'halted';
    listed.terms = { ...listed.terms, spec: { ...listed.terms.spec, version } };
    const middle = Math.max(200, Math.round(listed.middleTicks * Number(factor)));
    listed.middleTicks = middle;
    listed.quotes = { bids: [[middle - 100, 5_000]], asks: [[middle + 100, 5_000]] };
  }

  /** Every market shuts, a halted one too, and nobody was there to hold its auction. */
  closeAll(): AdvanceMarket[] {
    for (const listed of this.listed.values()) listed.state = 'closed';
    this.beats += 1;
    const missed = { fromBeat: this.beats, outcome: 'skipped', reason: 'standstill' } as const;
    return SIMULATED_SYMBOLS.filter((symbol) => this.of(symbol).halt !== 'delisted').map((symbol) => ({
      symbol,
      beat: this.beats,
      missed,
    }));
  }

  openAll(): void {
    for (const listed of this.listed.values()) listed.state = 'open';
  }

  /** Moves the middle by at most three per cent and quotes anew; now and then a market closes, or calls an auction, for a while. */
  move(symbol: string, rng: Rng): AdvanceMarket {
    const listed = this.of(symbol);
    const before = listed.middleTicks;
    const step = Math.max(1, Math.floor(before / 33));
    const middle = Math.min(40_000, Math.max(1_000, before + rng.between(-step, step)));
    listed.middleTicks = middle;
    listed.state = rng.chance(0.02) ? 'closed' : rng.chance(0.1) ? 'call' : rng.chance(0.1) ? 'closing' : 'open';
    const away = (share: number): number => Math.max(1, Math.floor(middle * share));
    listed.quotes = {
      bids: [0.002, 0.006, 0.02].map((share) => [middle - away(share), rng.between(1, 3000)] as const),
      asks: [0.002, 0.006, 0.02].map((share) => [middle + away(share), rng.between(1, 3000)] as const),
    };
    const reach = away(0.01);
    const traded = {
      lowTicks: Math.min(before, middle) - rng.below(reach),
      highTicks: Math.max(before, middle) + rng.below(reach),
      lastTicks: middle,
    };
    const takers = [{ side: rng.pick(['buy', 'sell'] as const), lots: rng.between(1, 900), limitTicks: null }];
    const index = { lowTicks: Math.min(before, middle), highTicks: Math.max(before, middle) };
    const told = rng.chance(0.7) ? traded : null;
    listed.tape = {
      traded: told,
      noiseTakers: takers,
      index,
      mark: index,
      opening: rng.chance(0.1),
      closing: rng.chance(0.1),
    };
    this.beats += 1;
    return { symbol, beat: this.beats, missed: null };
  }

  /** A price somewhere around the middle, as people write it. */
  priceNear(symbol: string, rng: Rng): string {
    const { middleTicks, terms } = this.of(symbol);
    const reach = Math.floor(middleTicks * (rng.chance(0.1) ? 0.3 : 0.03));
    return format(fromSteps(middleTicks + rng.between(-reach, reach), amount(terms.spec.tickSize)));
  }

  private of(symbol: string): Listed {
    const listed = this.listed.get(symbol);
    if (listed === undefined) throw new Error(`${symbol} is not listed`);
    return listed;
  }
}
