import type { InstrumentSpec } from '../../contracts/instrument.contract.js';
import { publishedValues } from '../../bench/market/lab/lab-market.js';
import { never } from '../../server/core/never.js';
import { isRefusal } from '../../server/core/refusal.js';
import { backedTakers, type NoiseTaker } from '../../server/market/flow-offset/backed-takers.js';
import { FlowedSource } from '../../server/market/flow-offset/flowed-source.js';
import { FlowOffsets } from '../../server/market/flow-offset/flow-offsets.js';
import { BEAT_MS } from '../../server/market/simulator/beats.js';
import { impactOfFills, NO_IMPACT, type AgentFill, type Impact } from '../../server/market/simulator/impact.js';
import {
  basisOf,
  drawLadder,
  impactScaleOf,
  LevelSizes,
  type AgentLadder,
} from '../../server/market/simulator/ladder.js';
import type { MarketSource } from '../../server/market/simulator/market-source.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import type { TapeTrade } from '../../server/market/simulator/tape.js';
import { createBook, execute, newOrder, type BookCommand } from '../../server/trading/matching/book.js';
import { agentFills } from '../../server/trading/venue/order.decider.js';
import { STILL } from '../../server/trading/matching/book.fixture.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const START = Date.UTC(2026, 10, 24, 9);
const ACCOUNTS = ['one', 'two', 'three'] as const;
export const SIDES = ['buy', 'sell'] as const;
type Side = (typeof SIDES)[number];

/** A cross with its two parts, and a fund with its index: of a book as deep, and of one a hundred times deeper. */
export const MARKETS = [
  ['EURUSDT', 'GBPUSDT', 'EURGBPUSDT'],
  ['NDXUSDT', 'QQQUSDT', 'AAPLUSDT'],
  ['SPXUSDT', 'SPYUSDT', 'WTIUSDT'],
  ['BTCUSDT', 'IBITUSDT', 'KSMUSDT'],
] as const;
const specs = new Map(testCatalogue.specs.map((spec) => [spec.symbol, spec]));
export const specOf = (symbol: string): InstrumentSpec => specs.get(symbol)!;
export const [CONVERSION, FEES] = [
  publishedValues<{ spreadRate: string }>('conversion.rules'),
  publishedValues<Record<string, string>>('spot.fees'),
];

/** Prices that stand still, with agents and a tape around them. */
function stillSource(key: Uint32Array, storm: () => number): MarketSource {
  const midOf = (symbol: string): number => Math.round(+specOf(symbol).referencePrice / +specOf(symbol).tickSize);
  const sizes = new Map(
    [...specs.keys()].map((symbol) => [symbol, new LevelSizes(symbol.length, () => ({ id: 0, words: key }))]),
  );
  const basis = (symbol: string) =>
    basisOf(specOf(symbol), { midTicks: midOf(symbol), gridMidTicks: midOf(symbol), storm: storm() });
  return {
    spec: specOf,
    sessionState: () => ({ open: true }),
    priceTicksAt: midOf,
    exactTicksAt: midOf,
    ladder: (symbol: string, at: number, impact: Impact) => drawLadder(basis(symbol), impact, at, sizes.get(symbol)!),
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
export interface Agents {
  ladder(source: MarketSource, symbol: string, at: number, impact: Impact): AgentLadder;
  takers: typeof backedTakers;
}
export const AGENTS: Agents = { ladder: (source, ...quoted) => source.ladder(...quoted), takers: backedTakers };
/** They quote around the moved price, paid or not. */
export const GIVING: Agents = {
  ...AGENTS,
  ladder: (source, symbol, at, impact) => source.ladder(symbol, at, { ...impact, paidTickLots: 1e15, asOf: at }),
};
/** They hold their tape against the offset of the beat that follows it. */
export const LATE: Agents = {
  ...AGENTS,
  takers: (tape, beat) => {
    const offsetTicks = beat.offsetTicksAt(beat.at);
    return offsetTicks === 0 ? [...tape] : backedTakers(tape, { ...beat, offsetTicksAt: () => offsetTicks });
  },
};
/** Their tape takes users' orders wherever it prints. */
export const CHASING: Agents = { ...AGENTS, takers: (tape): NoiseTaker[] => [...tape] };

export type Step =
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
  /** Beats follow, the first of them on a whole minute or hour where `endsOn` says so. */
  | { readonly do: 'wait'; readonly ms: number; readonly storm: number; readonly endsOn?: number };

class Book {
  readonly book = createBook();
  impact = NO_IMPACT;
  held = 0;
  /** At the fundamental price, in ticks times lots, less the half spread that resting orders are paid for. */
  gain = 0;
  constructor(readonly symbol: string) {}
}

/** One realm with some books, and what all accounts together have won in it. */
export class Lab {
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
    if (step.do === 'wait') return this.wait(step.ms, step.storm, step.endsOn);
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

  private wait(ms: number, storm: number, endsOn?: number): void {
    this.at += ms;
    this.storm = storm;
    if (endsOn !== undefined) this.at = (Math.floor(this.at / endsOn) + 1) * endsOn - 1;
    for (let beat = 0; beat < 3; beat += 1) {
      this.at = (Math.floor(this.at / BEAT_MS) + 1) * BEAT_MS;
      for (const book of this.books) this.beat(book);
    }
  }

  private beat(book: Book): void {
    const { symbol, impact } = book;
    const { at } = this;
    const tape = this.flowed.trades(symbol, at - BEAT_MS, at);
    const offsetTicksAt = (tradedAt: number): number => this.flowed.offsetTicks(symbol, tradedAt);
    const midTicks = this.source.priceTicksAt(symbol, at);
    const noiseTakers = this.agents.takers(tape, { at, midTicks, offsetTicksAt, impact, ladder: this.ladder(book) });
    this.run(book, { ...STILL, noiseTakers });
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
