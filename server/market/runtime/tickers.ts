import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { TickerView } from '../../../contracts/market.contract.js';
import { amount, format, over, roundTo } from '../../../shared/money.js';
import type { Candle } from '../simulator/candles.js';
import type { Market } from './market.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The last 24 hours up to a whole minute; later trades are added when a ticker is read. */
interface Rolling {
  readonly minuteAt: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly volumeLots: number;
  readonly turnoverTickLots: number;
}

/** What of a rolling day stays the same for an hour: the minutes of its first one, and the whole ones after it. */
interface Settled {
  readonly fromMs: number;
  readonly spec: InstrumentSpec;
  readonly minutes: readonly Candle[];
  readonly hours: readonly Candle[];
}

/**
 * Tickers of all instruments. The rolling day is recomputed once a minute for each, from its candles; finished candles are kept for
 * the hour, because making them for hundreds of instruments in the same second delays orders.
 */
export class Tickers {
  private readonly rolling = new Map<string, Rolling>();
  private readonly settled = new Map<string, Settled>();

  constructor(private readonly market: Market) {}

  ticker(symbol: string, at: number): TickerView {
    const { market } = this;
    const lastTicks = market.priceTicks(symbol, at);
    const day = this.dayOf(symbol, at, lastTicks);
    const ladder = market.ladder(symbol, at, null);
    const highTicks = Math.max(day.highTicks, lastTicks);
    const lowTicks = Math.min(day.lowTicks, lastTicks);
    const price = (ticks: number): string => market.price(symbol, ticks);
    return {
      symbol,
      at,
      last: price(lastTicks),
      bid: price(ladder?.bids[0]?.[0] ?? lastTicks),
      ask: price(ladder?.asks[0]?.[0] ?? lastTicks),
      open24h: price(day.openTicks),
      high24h: price(highTicks),
      low24h: price(lowTicks),
      volume24h: market.quantity(symbol, day.volumeLots),
      quoteVolume24h: this.turnover(symbol, day),
      changePct: changePct(day.openTicks, lastTicks),
    };
  }

  /** A symbol's rolling day; an instrument that did not trade for 24 hours stands at its last price. */
  private dayOf(symbol: string, at: number, lastTicks: number): Rolling {
    const minuteAt = at - (at % MINUTE_MS);
    const known = this.rolling.get(symbol);
    if (known?.minuteAt === minuteAt) return known;
    const { fromMs, minutes, hours } = this.settledOf(symbol, minuteAt - DAY_MS);
    const running = this.market.rawCandles(symbol, '1h', { fromMs: fromMs + DAY_MS, toMs: minuteAt });
    const candles = [...minutes.filter(({ openAt }) => openAt >= minuteAt - DAY_MS), ...hours, ...running];
    const made: Rolling = {
      minuteAt,
      openTicks: candles[0]?.openTicks ?? lastTicks,
      highTicks: candles.reduce((high, candle) => Math.max(high, candle.highTicks), 0) || lastTicks,
      lowTicks: candles.reduce((low, candle) => Math.min(low, candle.lowTicks), Infinity),
      volumeLots: candles.reduce((sum, candle) => sum + candle.volumeLots, 0),
      // Each candle's lots at its middle price: an estimate, since the trades themselves are not summed.
      turnoverTickLots: candles.reduce((sum, c) => sum + c.volumeLots * ((c.highTicks + c.lowTicks) / 2), 0),
    };
    this.rolling.set(symbol, made);
    return made;
  }

  private settledOf(symbol: string, at: number): Settled {
    const fromMs = at - (at % HOUR_MS);
    const spec = this.market.spec(symbol);
    const known = this.settled.get(symbol);
    if (known?.fromMs === fromMs && known.spec === spec) return known;
    const hourAt = fromMs + HOUR_MS;
    const minutes = this.market.rawCandles(symbol, '1m', { fromMs, toMs: hourAt });
    const hours = this.market.rawCandles(symbol, '1h', { fromMs: hourAt, toMs: fromMs + DAY_MS });
    const made = { fromMs, spec, minutes, hours };
    this.settled.set(symbol, made);
    return made;
  }

  private turnover(symbol: string, day: Rolling): string {
    const spec = this.market.spec(symbol);
    const tickLot = (amount(spec.tickSize) * amount(spec.lotSize)) / 10n ** 18n;
    return format(roundTo(BigInt(Math.round(day.turnoverTickLots)) * tickLot, 0, 'down'));
  }
}

/** Signed per cent with two decimals. */
function changePct(openTicks: number, lastTicks: number): string {
  const change = over(BigInt(lastTicks - openTicks) * 100n, BigInt(openTicks), 'half-even');
  return format(roundTo(change, 2, 'half-even'));
}
