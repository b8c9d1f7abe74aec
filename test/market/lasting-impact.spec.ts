import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { InstrumentSpec } from '../../contracts/instrument.contract.js';
import { publishedValues } from '../../bench/market/lab/lab-market.js';
import { never } from '../../server/core/never.js';
import { isRefusal } from '../../server/core/refusal.js';
import { backedTakers, type NoiseTaker } from '../../server/market/flow-offset/backed-takers.js';
import { FlowedSource } from '../../server/market/flow-offset/flowed-source.js';
import { FlowOffsets, partsOf } from '../../server/market/flow-offset/flow-offsets.js';
import {
  largestFollowingUsdt,
  largestPositionUsdt,
  largestStakeUsdt,
  leastRoundTrip,
} from '../../server/market/flow-offset/position-limit.js';
import { BEAT_MS } from '../../server/market/simulator/beats.js';
import { impactOfFills, NO_IMPACT, type AgentFill, type Impact } from '../../server/market/simulator/impact.js';
import { basisOf, drawLadder, impactScaleOf, type AgentLadder } from '../../server/market/simulator/ladder.js';
import type { MarketSource } from '../../server/market/simulator/market-source.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import type { TapeTrade } from '../../server/market/simulator/tape.js';
import { createBook, execute, newOrder, type BookCommand } from '../../server/trading/matching/book.js';
import { agentFills } from '../../server/trading/venue/order.decider.js';
import { times } from '../kit/level.js';

/**
 * What users push for good pays nobody: not in the book that was pushed, not in one whose price follows, not by conversion, not after hours
 * or days. The fundamental prices stand still here, so whatever is won was given by the machine.
 */

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 24, 9);
const ACCOUNTS = ['one', 'two', 'three'] as const;
const SIDES = ['buy', 'sell'] as const;
type Side = (typeof SIDES)[number];

/** A cross with its two parts, and a fund with its index. */
const MARKETS = [
  ['EURUSDT', 'GBPUSDT', 'EURGBPUSDT'],
  ['SPXUSDT', 'SPYUSDT', 'AAPLUSDT'],
  ['BTCUSDT', 'IBITUSDT', 'KSMUSDT'],
] as const;
const specs = new Map(testCatalogue.specs.map((spec) => [spec.symbol, spec]));
const specOf = (symbol: string): InstrumentSpec => specs.get(symbol)!;
const [CONVERSION, FEES] = [
  publishedValues<{ spreadRate: string }>('conversion.rules'),
  publishedValues<Record<string, string>>('spot.fees'),
];

/** Prices that stand still, with agents and a tape around them. */
function stillSource(key: Uint32Array, storm: () => number): MarketSource {
  const midOf = (symbol: string): number => Math.round(+specOf(symbol).referencePrice / +specOf(symbol).tickSize);
  const basis = (symbol: string) =>
    basisOf(specOf(symbol), { midTicks: midOf(symbol), gridMidTicks: midOf(symbol), storm: storm() });
  return {
    spec: specOf,
    sessionState: () => ({ open: true }),
    priceTicksAt: midOf,
    exactTicksAt: midOf,
    ladder: (symbol: string, at: number, impact: Impact) =>
      drawLadder(basis(symbol), impact, at, symbol.length, () => ({ id: 0, words: key })),
    impactScale: (symbol: string) => impactScaleOf(basis(symbol)),
    // In every beat somebody buys and somebody sells, more than any order.
    trades: (symbol: string, fromMs: number, toMs: number): TapeTrade[] => {
      const { midTicks, spreadTicks, levelLots } = basis(symbol);
      const half = Math.ceil(spreadTicks / 2);
      return [fromMs, toMs - 1].map((at, n) => {
        const side = SIDES[n] as Side;
        return {
          at,
          side,
          lots: 2_000 * levelLots,
          priceTicks: midTicks,
          limitTicks: midTicks + (n === 0 ? half : -half),
        };
      });
    },
  } as unknown as MarketSource;
}

/** How agents answer where users moved the price. */
interface Agents {
  ladder(source: MarketSource, symbol: string, at: number, impact: Impact): AgentLadder;
  takers: typeof backedTakers;
}
const AGENTS: Agents = { ladder: (source, ...quoted) => source.ladder(...quoted), takers: backedTakers };
/** They quote around the moved price, paid or not. */
const GIVING: Agents = {
  ...AGENTS,
  ladder: (source, symbol, at, impact) => source.ladder(symbol, at, { ...impact, paidTickLots: 1e15, asOf: at }),
};
/** Their tape takes users' orders wherever it prints. */
const CHASING: Agents = { ...AGENTS, takers: (tape): NoiseTaker[] => [...tape] };

type Step =
  | {
      readonly do: 'market' | 'rest';
      readonly book: number;
      readonly account: number;
      readonly side: Side;
      readonly share: number;
      readonly spreads: number;
    }
  | { readonly do: 'cancel'; readonly book: number; readonly account: number }
  | { readonly do: 'flatten' | 'convert'; readonly book: number }
  | { readonly do: 'wait'; readonly ms: number; readonly storm: number };

class Book {
  readonly book = createBook();
  impact = NO_IMPACT;
  held = 0;
  /** At the fundamental price, in ticks times lots, less the half spread that resting orders are paid for. */
  gain = 0;
  constructor(readonly symbol: string) {}
}

/** One realm with some books, and what all accounts together have won in it. */
class Lab {
  private at = START;
  private storm = 1;
  private orders = 0;
  readonly offsets = new FlowOffsets();
  private readonly source: MarketSource;
  readonly flowed: FlowedSource;
  readonly books: readonly Book[];

  constructor(
    private readonly agents: Agents,
    symbols: readonly string[],
    key: Uint32Array,
  ) {
    this.source = stillSource(key, () => this.storm);
    this.flowed = new FlowedSource(this.source, this.offsets);
    this.books = symbols.map((symbol) => new Book(symbol));
  }

  get gain(): number {
    return this.books.reduce(
      (sum, { symbol, gain }) => sum + gain * +specOf(symbol).tickSize * +specOf(symbol).lotSize,
      0,
    );
  }

  take(step: Step): void {
    if (step.do === 'wait') return this.wait(step.ms, step.storm);
    const book = this.books[step.book] as Book;
    switch (step.do) {
      case 'market':
        return this.place(book, step.account, step.side, this.lotsOf(book, step.side, step.share), null);
      case 'rest': {
        const { spreadTicks, midTicks } = this.flowed.impactScale(book.symbol, this.at);
        const moved = midTicks + this.flowed.offsetTicks(book.symbol, this.at);
        const price = Math.max(1, moved + Math.round(step.spreads * spreadTicks));
        return this.place(book, step.account, step.side, this.lotsOf(book, step.side, step.share), price);
      }
      case 'cancel':
        return this.run(book, { type: 'CancelAllOrders', owner: ACCOUNTS[step.account] as string, reason: 'user' });
      case 'flatten':
        if (book.held !== 0) this.place(book, 0, book.held > 0 ? 'sell' : 'buy', Math.abs(book.held), null);
        return;
      case 'convert':
        return this.convert(book);
      default:
        never(step);
    }
  }

  /** At the fundamental price with its spread: the index of the realm is no part of it. */
  private convert(book: Book): void {
    const mid = this.source.priceTicksAt(book.symbol, this.at);
    book.gain -= Math.abs(book.held) * mid * +CONVERSION.spreadRate;
    book.held = 0;
  }

  /** How far the index of the first book is from the fundamental price, so much later. */
  pushedShare(laterMs: number): number {
    return Math.abs(this.flowed.offsetShare((this.books[0] as Book).symbol, this.at + laterMs));
  }

  private wait(ms: number, storm: number): void {
    this.at += ms;
    this.storm = storm;
    for (let beat = 0; beat < 3; beat += 1) {
      this.at = (Math.floor(this.at / BEAT_MS) + 1) * BEAT_MS;
      for (const book of this.books) this.beat(book);
    }
  }

  private beat(book: Book): void {
    const { symbol, impact } = book;
    const { at } = this;
    const tape = this.flowed.trades(symbol, at - BEAT_MS, at);
    const offsetTicks = this.flowed.offsetTicks(symbol, at);
    const midTicks = this.source.priceTicksAt(symbol, at);
    const moved = { at, midTicks, offsetTicks, impact, ladder: this.ladder(book) };
    const noiseTakers = offsetTicks === 0 ? tape : this.agents.takers(tape, moved);
    this.run(book, { type: 'AdvanceMarket', traded: null, noiseTakers, index: null, mark: null, opening: false });
  }

  private place(book: Book, account: number, side: Side, lots: number, priceTicks: number | null): void {
    if (lots < 1) return;
    this.orders += 1;
    const owner = ACCOUNTS[account] as string;
    const terms = { orderId: `o-${this.orders}`, owner, side, lots, selfTrade: 'cancel-maker' } as const;
    const worst = side === 'buy' ? 3 * this.source.priceTicksAt(book.symbol, this.at) : 1;
    const order =
      priceTicks === null
        ? newOrder({ ...terms, kind: 'market', priceTicks: worst })
        : newOrder({ ...terms, priceTicks });
    this.run(book, { type: 'PlaceOrder', order });
  }

  private lotsOf(book: Book, side: Side, share: number): number {
    const { bids, asks } = this.ladder(book);
    return Math.round((side === 'buy' ? asks : bids).reduce((sum, [, lots]) => sum + lots, 0) * share);
  }

  ladder({ symbol, impact }: Book): AgentLadder {
    return this.agents.ladder(this.flowed, symbol, this.at, impact);
  }

  private run(book: Book, command: BookCommand): void {
    const events = execute(book.book, command, this.ladder(book));
    if (isRefusal(events)) return;
    const fills = agentFills(events);
    for (const fill of fills) this.settle(book, fill);
    if (fills.length === 0) return;
    book.impact = impactOfFills(book.impact, fills, this.at, this.flowed.impactScale(book.symbol, this.at));
    this.offsets.push(book.symbol, this.at, book.impact.lastingPpm);
  }

  private settle(book: Book, { side, role, priceTicks, lots }: AgentFill): void {
    const { midTicks, spreadTicks } = this.flowed.impactScale(book.symbol, this.at);
    const sign = side === 'buy' ? 1 : -1;
    book.held += sign * lots;
    const service = role === 'maker' ? Math.ceil(spreadTicks / 2) * lots : 0;
    book.gain += sign * (midTicks - priceTicks) * lots - service;
  }
}

const storm = fc.double({ min: 0.6, max: 4, noNaN: true });
const book = fc.constantFrom(0, 1, 2);
const account = fc.constantFrom(0, 1, 2);
const side = fc.constantFrom(...SIDES);
const share = fc.oneof(fc.double({ min: 0, max: 0.05, noNaN: true }), fc.double({ min: 0, max: 1.1, noNaN: true }));
const spreads = fc.oneof(fc.double({ min: -2, max: 2, noNaN: true }), fc.double({ min: -60, max: 60, noNaN: true }));
const order = { book, account, side, share, spreads };
const WAITS = [0, 250, 8_000, 60_000, 125_000, 600_000, HOUR_MS, 20 * HOUR_MS, 70 * HOUR_MS];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('market' as const), ...order }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rest' as const), ...order }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), book, account }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('flatten' as const, 'convert' as const), book }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(...WAITS), storm }) },
);
const history = fc.record({
  symbols: fc.constantFrom(...MARKETS),
  key: fc.uint32Array({ minLength: 8, maxLength: 8 }),
  steps: fc.array(step, { minLength: 3, maxLength: 16 }),
});
interface History {
  readonly symbols: readonly string[];
  readonly key: Uint32Array;
  readonly steps: readonly Step[];
}

/** The most that the accounts have ever won, in USDT; holdings are worth the fundamental price. */
function mostWon(agents: Agents, { symbols, key, steps }: History): number {
  const lab = new Lab(agents, symbols, key);
  let most = 0;
  for (const each of [...steps, ...symbols.map((_, n) => ({ do: 'flatten' as const, book: n }))]) {
    lab.take(each);
    most = Math.max(most, lab.gain);
  }
  return most;
}

describe('the lasting part of what users push', () => {
  it('is never sold back with a gain before fees, in no book, by no conversion, after no time', () => {
    fc.assert(
      fc.property(history, (trial) => mostWon(AGENTS, trial) < 1e-6),
      { numRuns: times(600, 20_000) },
    );
  });

  it('would be with quotes that follow it whatever was paid, and the same search finds it', () => {
    const property = fc.property(history, (trial) => mostWon(GIVING, trial) < 1e-6);
    expect(fc.check(property, { numRuns: 4_000, endOnFailure: true }).failed).toBe(true);
  });

  it('is not sold to the tape of a book that follows, as it would be to a tape that takes whatever it passes', () => {
    const pushedThenRested = (agents: Agents): number =>
      Math.max(
        ...[0.02, 0.1, 0.3, 0.6].map((push) => {
          const asks = { do: 'rest', book: 1, account: 1, side: 'sell', share: 1, spreads: 0 } as const;
          const steps: Step[] = [{ ...asks, do: 'market', book: 0, account: 0, side: 'buy', share: push }];
          steps.push({ do: 'wait', ms: 180_000, storm: 1 });
          for (let n = 0; n < 40; n += 1) steps.push(asks, { do: 'wait', ms: 250, storm: 1 });
          return mostWon(agents, { symbols: MARKETS[1], key: new Uint32Array(8), steps });
        }),
      );
    expect(pushedThenRested(AGENTS)).toBe(0);
    expect(pushedThenRested(CHASING)).toBeGreaterThan(0);
  });

  it('is the same up and down, and carries to what follows', () => {
    const moved = SIDES.map((way) => {
      const lab = new Lab(AGENTS, MARKETS[0], new Uint32Array(8));
      lab.take({ do: 'market', book: 0, account: 0, side: way, share: 0.4, spreads: 0 });
      lab.take({ do: 'wait', ms: 180_000, storm: 1 });
      return ['EURUSDT', 'GBPUSDT', 'EURGBPUSDT'].map((symbol) => lab.flowed.offsetShare(symbol, START + 180_000));
    });
    for (const [euro, pound, cross] of moved) {
      expect(Math.abs(euro ?? 0)).toBeGreaterThan(1e-5);
      expect(pound).toBe(0);
      expect(cross).toBe(euro);
    }
    expect(moved[0]?.[0]).toBeGreaterThan(0);
    expect(moved[1]?.[0]).toBeLessThan(0);
  });
});

describe('what ten accounts together may hold', () => {
  const followed = ['BTCUSDT', 'ETHUSDT', 'KSMUSDT', 'EURUSDT', 'SPXUSDT', 'AAPLUSDT', 'XAUUSDT', 'WTIUSDT'];
  /** So many orders one after the other, each with the time to fade behind it, and back again by resting orders at the best price. */
  const plan = fc.record({
    symbol: fc.constantFrom(...followed),
    key: fc.uint32Array({ minLength: 8, maxLength: 8 }),
    side,
    orders: fc.integer({ min: 1, max: 40 }),
    share: fc.double({ min: 0.001, max: 0.9, noNaN: true }),
    ms: fc.constantFrom(0, 1_000, 30_000, 300_000, HOUR_MS),
  });

  it('earns less by a push of its index than the push costs, however it is made', () => {
    fc.assert(
      fc.property(plan, ({ symbol, key, side: way, orders, share: each, ms }) => {
        const lab = new Lab(AGENTS, [symbol], key);
        let [furthest, traded] = [0, 0];
        for (let n = 0; n < orders; n += 1) {
          const before = lab.books[0]!.held;
          lab.take({ do: 'market', book: 0, account: 0, side: way, share: each, spreads: 0 });
          traded += Math.abs(lab.books[0]!.held - before);
          lab.take({ do: 'wait', ms, storm: 1 });
          furthest = Math.max(furthest, ...[0, 60_000, 120_000, 180_000].map((later) => lab.pushedShare(later)));
        }
        const { referencePrice, lotSize } = specOf(symbol);
        const fees = traded * +lotSize * +referencePrice * leastRoundTrip(FEES);
        const bothWays = 2 * furthest * largestPositionUsdt(specOf(symbol), FEES);
        expect(bothWays).toBeLessThan(traded === 0 ? 1e-9 : 0.51 * (fees - lab.gain));
      }),
      { numRuns: times(200, 2_000) },
    );
  });

  it('is bounded by the part of a function that is pushed most cheaply', () => {
    const parts = partsOf('EURGBPUSDT', specOf);
    const limits = parts.map(({ symbol }) => largestPositionUsdt(specOf(symbol), FEES));
    expect(largestFollowingUsdt(parts, specOf, FEES)).toBe(Math.min(...limits));
  });

  it('stakes so little that no push of any size is worth the turns that it makes', () => {
    const values = fc.record({
      x: fc.double({ min: 1e-9, max: 0.5, noNaN: true }),
      z: fc.double({ min: -6, max: 6, noNaN: true }),
    });
    const [deviation, payout] = [0.0006, 0.85];
    const position = largestPositionUsdt(specOf('BTCUSDT'), FEES);
    const stake = largestStakeUsdt(position, deviation, payout);
    expect(stake).toBeGreaterThan(100);
    fc.assert(
      fc.property(values, ({ x, z }) => {
        // Lost without the push and won with it: the minute's move lies between -z and x further on.
        const turned = normal(z + x / deviation) - normal(z);
        expect(turned * stake * (1 + payout)).toBeLessThan(x * position * (1 + 1e-4) + 1e-4);
      }),
    );
  });

  it('converts at a price that no push moves', () => {
    const lab = new Lab(AGENTS, ['KSMUSDT'], new Uint32Array(8));
    lab.take({ do: 'market', book: 0, account: 0, side: 'buy', share: 0.9, spreads: 0 });
    lab.take({ do: 'wait', ms: 180_000, storm: 1 });
    const before = lab.gain;
    expect(lab.pushedShare(0)).toBeGreaterThan(0.0001);
    lab.take({ do: 'convert', book: 0 });
    expect(lab.gain).toBeLessThan(before);
  });
});

/** The share of a normal distribution below z (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce(
    (sum, c) => (sum + c) * t,
    0,
  );
  const tail = (Math.exp((-z * z) / 2) / 2.5066282746310002) * series;
  return z > 0 ? 1 - tail : tail;
}
