import type { CandleRow, Period } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { format, fromSteps, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { Candle } from '../simulator/candles.js';
import type { MarketSource } from '../simulator/market-source.js';
import { periodEnd } from '../simulator/periods.js';
import type { LastTrades } from './last-trades.js';

/** What users of a realm traded in one book within a span. Prices are in the quote asset, the volume in the base asset. */
export interface FlowCandle {
  readonly openAt: Instant;
  readonly firstAt: Instant;
  readonly open: Amount;
  readonly high: Amount;
  readonly low: Amount;
  readonly lastAt: Instant;
  readonly close: Amount;
  /** Without what agents took of resting orders: those are lots of the tape, which the seeds' candle has. */
  readonly volume: Amount;
}

export interface FlowRange {
  readonly symbol: string;
  readonly period: Period;
  readonly beforeMs: Instant;
  readonly limit: number;
}

/** Users' trades as candles, by realm; the room that runs the books tells them. */
export interface RealmFlows {
  /**
   * The newest ones that begin before an instant, oldest first, with one older: its last trade may be the price at which the first
   * candle opens. `undefined` when nobody ever traded in that book.
   */
  before(realm: TradingRealm, range: FlowRange): Promise<readonly FlowCandle[]> | undefined;
}

/** How a book counts. */
export interface BookSizes {
  readonly tick: Amount;
  readonly lot: Amount;
}

interface Drawn {
  readonly source: Pick<MarketSource, 'sessionState'>;
  readonly lastTrades: LastTrades;
  readonly symbol: string;
  readonly period: Period;
  readonly sizes: BookSizes;
  /** Where knowledge ends. */
  readonly knownTo: Instant;
}

interface Priced {
  readonly open: Amount;
  readonly high: Amount;
  readonly low: Amount;
  readonly close: Amount;
  readonly volume: Amount;
}

/**
 * The candles of a realm: those of the seeds, with users' trades in them. High and low hold every trade, the volume adds what the tape
 * has not counted, and a trade that is the last price at an end is the close there, and the open of what follows. So the candle of
 * every period is the fold of its minutes.
 */
export function realmCandles(candles: readonly Candle[], flow: readonly FlowCandle[], drawn: Drawn): CandleRow[] {
  const { source, lastTrades, symbol, period, sizes, knownTo } = drawn;
  const first = candles[0]?.openAt ?? -Infinity;
  // The newest trade while it may still be the last price: once the tape has traded again it never is.
  let last = flow.findLast(({ openAt }) => openAt < first);
  const rows: CandleRow[] = [];
  for (const [openAt, { candle, traded }] of together(candles, flow, first)) {
    let made = candle === undefined ? (traded as FlowCandle) : pricesOf(candle, sizes);
    if (last !== undefined) {
      if (lastTrades.isOpening(symbol, last.lastAt, openAt)) made = opened(made, last.close);
      else last = undefined;
    }
    if (candle !== undefined && traded !== undefined) {
      const { open, nextChangeAt = Infinity } = source.sessionState(symbol, openAt);
      made = withTrades(made, traded, open ? openAt : nextChangeAt);
    }
    last = traded ?? last;
    if (last !== undefined) {
      const end = Math.min(knownTo, periodEnd(period, openAt / 1000) * 1000);
      if (lastTrades.isLast(symbol, last.lastAt, end)) made = { ...made, close: last.close };
      else last = undefined;
    }
    rows.push(rowOf(openAt, made));
  }
  return rows;
}

interface Parts {
  readonly candle: Candle | undefined;
  readonly traded: FlowCandle | undefined;
}

/** Both by their opening, oldest first. Beats that were late may have traded while the market was shut: seeds have no candle there. */
function together(candles: readonly Candle[], flow: readonly FlowCandle[], first: Instant): [Instant, Parts][] {
  const byOpening = new Map<Instant, Parts>();
  for (const candle of candles) byOpening.set(candle.openAt, { candle, traded: undefined });
  const known = byOpening.size;
  for (const traded of flow) {
    if (traded.openAt >= first) byOpening.set(traded.openAt, { candle: byOpening.get(traded.openAt)?.candle, traded });
  }
  const all = [...byOpening];
  return byOpening.size === known ? all : all.sort(([a], [b]) => a - b);
}

function pricesOf(candle: Candle, { tick, lot }: BookSizes): Priced {
  return {
    open: fromSteps(candle.openTicks, tick),
    high: fromSteps(candle.highTicks, tick),
    low: fromSteps(candle.lowTicks, tick),
    close: fromSteps(candle.closeTicks, tick),
    volume: fromSteps(candle.volumeLots, lot),
  };
}

/** What was traded before the market opened is the open. */
function withTrades(candle: Priced, traded: FlowCandle, opensAt: Instant): Priced {
  return {
    open: traded.firstAt < opensAt ? traded.open : candle.open,
    high: higher(candle.high, traded.high),
    low: lower(candle.low, traded.low),
    close: candle.close,
    volume: candle.volume + traded.volume,
  };
}

function opened(candle: Priced, price: Amount): Priced {
  return { ...candle, open: price, high: higher(candle.high, price), low: lower(candle.low, price) };
}

function rowOf(openAt: Instant, { open, high, low, close, volume }: Priced): CandleRow {
  return [openAt, format(open), format(high), format(low), format(close), format(volume)];
}

export const higher = (a: Amount, b: Amount): Amount => (a > b ? a : b);
export const lower = (a: Amount, b: Amount): Amount => (a < b ? a : b);
