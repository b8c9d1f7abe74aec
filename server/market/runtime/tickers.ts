import type { TickerView } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { amount, format, fromSteps, ONE, over, roundTo, ZERO, type Amount } from '../../../shared/money.js';
import type { BookTrace } from '../mark-price/mark-price.js';
import { BEAT_MS } from '../simulator/beats.js';
import type { Candle } from '../simulator/candles.js';
import type { Extremes } from '../simulator/extremes.js';
import type { Market } from './market.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** What users of one realm do to a book; the room that runs the books tells it. */
export interface RealmBooks {
  /** `undefined` when nobody has traded in it for a day and nobody's order rests in it. */
  flow(realm: TradingRealm, symbol: string, at: number): RealmFlow | undefined;
}

export interface RealmFlow {
  /** The best prices of agents and users; `undefined` when nobody quotes that side. */
  readonly bidTicks: number | undefined;
  readonly askTicks: number | undefined;
  readonly trades: UserTrades | undefined;
  readonly trace: BookTrace | null;
}

/** Users' trades of the last day. */
export interface UserTrades {
  readonly last: { readonly at: number; readonly price: Amount };
  readonly high: Amount;
  readonly low: Amount;
  /** What the market's tape has not counted: base asset and quote asset. */
  readonly quantity: Amount;
  readonly notional: Amount;
}

/** The last 24 hours up to a whole minute; later trades are added when a ticker is read. */
interface Rolling {
  readonly minuteAt: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly volumeLots: number;
  readonly turnoverTickLots: number;
  /** What a ticker says of it as long as nobody trades beyond it. */
  readonly said: Pick<TickerView, 'open24h' | 'high24h' | 'low24h' | 'volume24h' | 'quoteVolume24h'>;
}

/** What of a rolling day stays the same for an hour: its whole hours. */
interface Settled {
  readonly fromMs: number;
  readonly spec: ReturnType<Market['spec']>;
  readonly hours: readonly Candle[];
  readonly extremes: Extremes | undefined;
}

/**
 * Tickers of all instruments. The rolling day is recomputed once a minute for each; its whole hours are kept until the next one is
 * over, because looking through them for hundreds of instruments in the same second delays orders.
 */
export class Tickers {
  private readonly rolling = new Map<string, Rolling>();
  private readonly settled = new Map<string, Settled>();

  private readonly untouched = new Map<string, TickerView>();
  /** Of realms, for the prices that their users have moved. */
  private readonly realms = new Map<TradingRealm, Tickers>();
  private books: RealmBooks | undefined;

  constructor(private readonly market: Market) {}

  /** From here on tickers show what users do. */
  follow(books: RealmBooks): void {
    this.books = books;
  }

  /** The ticker of a realm's book. */
  ticker(realm: TradingRealm, symbol: string, at: number): TickerView {
    const own = this.market.in(realm);
    if (own !== this.market && own.isMoved(symbol)) return this.of(realm, own).ticker(realm, symbol, at);
    const flow = this.books?.flow(realm, symbol, at);
    if (flow !== undefined) return this.compose(symbol, at, flow);
    // Books that no user has touched, at prices that nobody has moved, are alike in both realms.
    const known = this.untouched.get(symbol);
    if (known?.at === at) return known;
    const made = this.ofAgents(symbol, at);
    this.untouched.set(symbol, made);
    return made;
  }

  private of(realm: TradingRealm, market: Market): Tickers {
    let tickers = this.realms.get(realm);
    if (tickers === undefined) {
      tickers = new Tickers(market);
      if (this.books !== undefined) tickers.follow(this.books);
      this.realms.set(realm, tickers);
    }
    return tickers;
  }

  /** As `compose` without anything of users, for thousands of books each second: what stays the same for a minute is kept. */
  private ofAgents(symbol: string, at: number): TickerView {
    const { market } = this;
    const lastTicks = market.priceTicks(symbol, at);
    const { openTicks, highTicks, lowTicks, said } = this.dayOf(symbol, at, lastTicks);
    const touch = market.touch(symbol, at);
    const last = market.price(symbol, lastTicks);
    return {
      symbol,
      at,
      last,
      bid: touch === undefined ? last : market.price(symbol, touch.bidTicks),
      ask: touch === undefined ? last : market.price(symbol, touch.askTicks),
      index: last,
      mark: last,
      open24h: said.open24h,
      high24h: lastTicks > highTicks ? last : said.high24h,
      low24h: lastTicks < lowTicks ? last : said.low24h,
      volume24h: said.volume24h,
      quoteVolume24h: said.quoteVolume24h,
      changePct: changePct(BigInt(openTicks), BigInt(lastTicks)),
    };
  }

  private compose(symbol: string, at: number, flow: RealmFlow): TickerView {
    const { market } = this;
    const tick = amount(market.spec(symbol).tickSize);
    const lastTicks = market.priceTicks(symbol, at);
    const day = this.dayOf(symbol, at, lastTicks);
    const price = (ticks: number): Amount => fromSteps(ticks, tick);
    const { bidTicks, askTicks, trades, trace } = flow;
    const last = this.lastOf(symbol, at, trades) ?? price(lastTicks);
    const users = trades ?? { high: last, low: last, quantity: ZERO, notional: ZERO };
    const highs = [last, price(lastTicks), users.high, price(day.highTicks)];
    const lows = [last, price(lastTicks), users.low, ...(day.lowTicks === Infinity ? [] : [price(day.lowTicks)])];
    return {
      symbol,
      at,
      last: format(last),
      bid: format(bidTicks === undefined ? last : price(bidTicks)),
      ask: format(askTicks === undefined ? last : price(askTicks)),
      index: format(price(lastTicks)),
      mark: format(price(trace === null ? lastTicks : market.marks.ticksAt(symbol, at, trace))),
      open24h: format(price(day.openTicks)),
      high24h: format(highs.reduce((high, each) => (each > high ? each : high))),
      low24h: format(lows.reduce((low, each) => (each < low ? each : low))),
      volume24h: format(amount(market.quantity(symbol, day.volumeLots)) + users.quantity),
      quoteVolume24h: format(roundTo(this.turnover(symbol, day) + users.notional, 0, 'down')),
      changePct: changePct(price(day.openTicks), last),
    };
  }

  /** The price of a user's trade while it is the newest. */
  private lastOf(symbol: string, at: number, trades: UserTrades | undefined): Amount | undefined {
    if (trades === undefined) return undefined;
    const { marks, lastTrades } = this.market;
    const { price, at: tradedAt } = trades.last;
    const isLast = marks.isNewest(symbol, tradedAt, at) && lastTrades.isSameSession(symbol, tradedAt, at + 1);
    return isLast ? price : undefined;
  }

  /** A symbol's rolling day; an instrument that did not trade for 24 hours stands at its last price. */
  private dayOf(symbol: string, at: number, lastTicks: number): Rolling {
    const minuteAt = at - (at % MINUTE_MS);
    const known = this.rolling.get(symbol);
    if (known?.minuteAt === minuteAt) return known;
    const { market } = this;
    const { fromMs, hours, extremes } = this.settledOf(symbol, minuteAt - DAY_MS);
    const begun = { fromMs: minuteAt - DAY_MS, toMs: fromMs + HOUR_MS };
    const running = { fromMs: fromMs + DAY_MS, toMs: minuteAt };
    const parts = [begun, running].map((range) => market.outlines(symbol, '1h', range));
    const candles = [...(parts[0] as Candle[]), ...hours, ...(parts[1] as Candle[])];
    const withBegun = market.extremes(symbol, begun.fromMs, begun.toMs, extremes);
    const all = market.extremes(symbol, running.fromMs, running.toMs, withBegun);
    const sums = {
      minuteAt,
      openTicks: candles[0]?.openTicks ?? lastTicks,
      highTicks: all?.highTicks ?? lastTicks,
      lowTicks: all?.lowTicks ?? Infinity,
      volumeLots: candles.reduce((sum, candle) => sum + candle.volumeLots, 0),
      // Each hour's lots at the middle of its ends: an estimate, since the trades themselves are not summed.
      turnoverTickLots: candles.reduce((sum, c) => sum + c.volumeLots * ((c.openTicks + c.closeTicks) / 2), 0),
    };
    const made = { ...sums, said: this.saying(symbol, sums) };
    this.rolling.set(symbol, made);
    return made;
  }

  private saying(symbol: string, day: Omit<Rolling, 'said'>): Rolling['said'] {
    const { market } = this;
    const high24h = market.price(symbol, day.highTicks);
    return {
      open24h: market.price(symbol, day.openTicks),
      high24h,
      // A day without trades has no low of its own.
      low24h: day.lowTicks === Infinity ? high24h : market.price(symbol, day.lowTicks),
      volume24h: market.quantity(symbol, day.volumeLots),
      quoteVolume24h: format(roundTo(this.turnover(symbol, day), 0, 'down')),
    };
  }

  private settledOf(symbol: string, at: number): Settled {
    const fromMs = at - (at % HOUR_MS);
    const spec = this.market.spec(symbol);
    const known = this.settled.get(symbol);
    if (known?.fromMs === fromMs && known.spec === spec) return known;
    const isNext = known?.fromMs === fromMs - HOUR_MS && known.spec === spec;
    const made = isNext ? this.oneHourOn(symbol, known) : this.wholeHours(symbol, fromMs, spec);
    this.settled.set(symbol, made);
    return made;
  }

  private wholeHours(symbol: string, fromMs: number, spec: Settled['spec']): Settled {
    const { market } = this;
    const [hoursFrom, hoursTo] = [fromMs + HOUR_MS, fromMs + DAY_MS];
    const hours = market.outlines(symbol, '1h', { fromMs: hoursFrom, toMs: hoursTo });
    return { fromMs, spec, hours, extremes: market.extremes(symbol, hoursFrom, hoursTo) };
  }

  /** Adds the hour that is over. The hour that drops out is searched for only if it held an extreme. */
  private oneHourOn(symbol: string, { fromMs: before, spec, hours, extremes }: Settled): Settled {
    const { market } = this;
    const fromMs = before + HOUR_MS;
    const [hoursFrom, addedFrom, hoursTo] = [fromMs + HOUR_MS, before + DAY_MS, fromMs + DAY_MS];
    const firstBeat = hoursFrom / BEAT_MS;
    if (extremes === undefined || Math.min(extremes.highBeat, extremes.lowBeat) < firstBeat)
      return this.wholeHours(symbol, fromMs, spec);
    const added = market.outlines(symbol, '1h', { fromMs: addedFrom, toMs: hoursTo });
    const kept = hours.filter(({ openAt }) => openAt >= hoursFrom);
    return {
      fromMs,
      spec,
      hours: [...kept, ...added],
      extremes: market.extremes(symbol, addedFrom, hoursTo, extremes),
    };
  }

  private turnover(symbol: string, day: Omit<Rolling, 'said'>): Amount {
    const spec = this.market.spec(symbol);
    const tickLot = (amount(spec.tickSize) * amount(spec.lotSize)) / ONE;
    return BigInt(Math.round(day.turnoverTickLots)) * tickLot;
  }
}

/** Signed per cent with two decimals. */
function changePct(open: Amount, last: Amount): string {
  return format(roundTo(over((last - open) * 100n, open, 'half-even'), 2, 'half-even'));
}
