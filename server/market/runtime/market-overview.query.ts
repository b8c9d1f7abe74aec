import { Injectable } from '@nestjs/common';
import type {
  InstrumentDetailView,
  InstrumentVersionView,
  MarketHolidayView,
  MoversView,
  SparklineView,
  TickerView,
} from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { feeTiers, type FeeValues } from '../../../shared/fees.js';
import { format } from '../../../shared/money.js';
import { Clock } from '../../core/clock.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { InstrumentVersion } from '../instrument/instrument.events.js';
import { EventStore } from '../../engine/history/event-store.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import { MarketService } from './market.service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SPARKLINE_HOURS = 24;
const SYMBOLS_MAX = 200;
const SESSIONS_MAX = 5;
const HOLIDAYS_MAX = 6;

/** Reads for overviews: small curves, movers, and everything about one instrument. */
@Injectable()
export class MarketOverviewQuery {
  /** By realm and symbol. */
  private readonly curves = new Map<string, { hourAt: number; closes: string[] }>();

  constructor(
    private readonly markets: MarketService,
    private readonly policies: PolicySource<{ 'spot.fees': FeeValues }>,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  sparklines(realm: string, symbols: string): SparklineView[] | Refusal {
    const { market } = this.markets.open;
    const wanted = [...new Set(symbols.split(','))].filter(Boolean).slice(0, SYMBOLS_MAX);
    const missing = wanted.find((symbol) => !market.has(symbol));
    if (missing !== undefined) return refuse('market.symbol-unknown', { symbol: missing });
    return wanted.map((symbol) => ({ symbol, closes: this.curve(realm, symbol) }));
  }

  async movers(realm: TradingRealm, limit: number): Promise<MoversView> {
    const { market, board } = this.markets.open;
    const at = this.clock.now();
    const open = await board.of(
      realm,
      market.symbols().filter((symbol) => market.calendarHours(symbol, at).open),
    );
    // Only the order is taken from floats; what is shown stays decimal.
    const by = (of: (ticker: TickerView) => number) => [...open].sort((a, b) => of(b) - of(a)).slice(0, limit);
    const change = ({ changePct }: TickerView): number => Number(changePct);
    return {
      at,
      gainers: by(change).filter((ticker) => change(ticker) > 0),
      losers: by((ticker) => -change(ticker)).filter((ticker) => change(ticker) < 0),
      turnover: by(({ quoteVolume24h }) => Number(quoteVolume24h)),
    };
  }

  async detail(symbol: string): Promise<InstrumentDetailView | Refusal> {
    const { market } = this.markets.open;
    if (!market.has(symbol)) return refuse('market.symbol-unknown', { symbol });
    const now = this.clock.now();
    const calendar = market.calendar(symbol);
    const { name: policy, version: policyVersion, values } = this.policies.inForce('spot.fees');
    const [lowest] = feeTiers(values);
    const [makerRate, takerRate] = [format(lowest.maker), format(lowest.taker)];
    const { country, venue, currency, listedAt, drawn } = market.spec(symbol);
    return {
      instrument: market.view(symbol, now),
      listing: { country, venue, currency, listedAt, drawn },
      timeZone: calendar?.timeZone ?? 'UTC',
      alwaysOpen: calendar?.alwaysOpen === true,
      sessions: this.sessions(symbol, now),
      holidays: calendar === undefined ? [] : nextHolidays(calendar, now),
      versions: await this.versions(symbol),
      fees: { makerRate, takerRate, policy, policyVersion },
    };
  }

  /** The closes of whole hours stay what they are until the next hour is over. */
  private curve(realm: string, symbol: string): string[] {
    const { market } = this.markets.open;
    const now = this.clock.now();
    const hourAt = now - (now % HOUR_MS);
    const key = `${realm} ${symbol}`;
    const known = this.curves.get(key);
    if (known?.hourAt === hourAt) return known.closes;
    const range = { fromMs: hourAt - SPARKLINE_HOURS * HOUR_MS, toMs: hourAt };
    const closes = market
      .in(realm)
      .outlines(symbol, '1h', range)
      .map(({ closeTicks }) => market.price(symbol, closeTicks));
    this.curves.set(key, { hourAt, closes });
    return closes;
  }

  /** The session that runs and the next ones, found by asking the market when its state changes next. */
  private sessions(symbol: string, now: number): [number, number][] {
    const { market } = this.markets.open;
    const sessions: [number, number][] = [];
    let at = now;
    while (sessions.length < SESSIONS_MAX) {
      const { open, nextChangeAt } = market.calendarHours(symbol, at);
      if (nextChangeAt === undefined) break;
      if (open) sessions.push([at, nextChangeAt]);
      at = nextChangeAt;
    }
    return sessions;
  }

  private async versions(symbol: string): Promise<InstrumentVersionView[]> {
    const events = await this.store.readStream('house', `instrument-${symbol}`);
    return events
      .map(({ at, data }) => {
        const { version, spec } = data as InstrumentVersion;
        const { tickSize, lotSize, minNotional, maxQuantity, leverageMax, calendar } = spec;
        return { version, at, tickSize, lotSize, minNotional, maxQuantity, leverageMax, calendar };
      })
      .reverse();
  }
}

/** The next days off of a market that it would otherwise be open on, and the days on which it closes early. */
function nextHolidays({ closedDays, earlyCloses }: MarketCalendar, now: number): MarketHolidayView[] {
  const today = Math.floor(now / DAY_MS);
  const closed = closedDays.map((day) => ({ day, closesAt: null }));
  const early = earlyCloses.map(({ day, close }) => ({ day, closesAt: close }));
  return [...closed, ...early]
    .filter(({ day }) => day >= today)
    .sort((a, b) => a.day - b.day)
    .slice(0, HOLIDAYS_MAX)
    .map(({ day, closesAt }) => ({ date: new Date(day * DAY_MS).toISOString().slice(0, 10), closesAt }));
}
