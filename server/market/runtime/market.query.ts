import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type {
  CandlesView,
  CurrencyView,
  EpochView,
  getCandlesQuery,
  getEpochsQuery,
  getTickersQuery,
  InstrumentView,
  TickerView,
} from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { Clock, isFresh } from '../../core/clock.js';
import { format } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { EpochCommitted, EpochRevealed } from '../market-epoch/market-epoch.events.js';
import { beaconFacts } from '../market-epoch/market-epoch.views.js';
import { EventStore } from '../../engine/history/event-store.js';
import { upcast } from '../../engine/history/event-types.js';
import { periodStart } from '../simulator/periods.js';
import { MarketService } from './market.service.js';

/** Many clients read lists of the whole market at once; for a second they share one. */
const ALL_TICKERS_MS = 1000;

/** Reads of market data. */
@Injectable()
export class MarketQuery {
  private readonly all = new Map<TradingRealm, { at: number; tickers: TickerView[] }>();

  constructor(
    private readonly markets: MarketService,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  instruments(): InstrumentView[] {
    const { market } = this.markets.open;
    const now = this.clock.now();
    return market.symbols().map((symbol) => market.view(symbol, now));
  }

  instrument(symbol: string): InstrumentView | Refusal {
    const { market } = this.markets.open;
    return market.has(symbol) ? market.view(symbol, this.clock.now()) : unknown(symbol);
  }

  currencies(): CurrencyView[] {
    const { market } = this.markets.open;
    const now = this.clock.now();
    const usdt: CurrencyView = {
      currency: 'USDT',
      name: 'Tether USD',
      class: 'stablecoin',
      decimals: 8,
      priceUsdt: '1',
      symbol: null,
    };
    const others = market.symbols().map((symbol): CurrencyView => {
      const { base, name, class: kind } = market.spec(symbol);
      const price = market.priceUsdt(base, now);
      return {
        currency: base,
        name,
        class: kind,
        decimals: 8,
        priceUsdt: price === null ? null : format(price),
        symbol,
      };
    });
    return [usdt, ...others];
  }

  tickers(realm: TradingRealm, input: z.output<typeof getTickersQuery>): TickerView[] | Refusal {
    const { market, tickers } = this.markets.open;
    const fits = (symbol: string): boolean => input.class === undefined || market.spec(symbol).class === input.class;
    if (input.symbols === undefined) return this.allTickers(realm).filter(({ symbol }) => fits(symbol));
    const wanted = [...new Set(input.symbols.split(','))].filter(Boolean);
    const missing = wanted.find((symbol) => !market.has(symbol));
    if (missing !== undefined) return unknown(missing);
    const now = this.clock.now();
    return wanted.filter(fits).map((symbol) => tickers.ticker(realm, symbol, now));
  }

  /** Of every instrument, at most a second old. */
  allTickers(realm: TradingRealm): TickerView[] {
    const { market, tickers } = this.markets.open;
    const now = this.clock.now();
    const known = this.all.get(realm);
    if (known !== undefined && isFresh(known.at, now, ALL_TICKERS_MS)) return known.tickers;
    const made = { at: now, tickers: market.symbols().map((symbol) => tickers.ticker(realm, symbol, now)) };
    this.all.set(realm, made);
    return made.tickers;
  }

  async candles({ symbol, period, before, limit }: z.output<typeof getCandlesQuery>): Promise<CandlesView | Refusal> {
    const { market, candles } = this.markets.open;
    if (!market.has(symbol)) return unknown(symbol);
    // The future is never answered, for any request.
    const beforeMs = Math.min(before ?? this.clock.now(), this.clock.now());
    const beginsAt = market.beginsAt(symbol);
    const first = periodStart(period, Math.floor(beginsAt / 1000)) * 1000;
    if (beforeMs <= first) return { symbol, period, beginsAt, candles: [] };
    const rows = await candles.before({ symbol, period, beforeMs, limit });
    return { symbol, period, beginsAt, candles: rows.filter(([openAt]) => openAt >= first) };
  }

  /** Newest first. */
  async epochs({ before, limit }: z.output<typeof getEpochsQuery>): Promise<EpochView[]> {
    const { rows } = await this.store.pool.query<{ type: string; schema: number; data: string }>(
      `SELECT type, schema, data FROM events WHERE realm = 'house' AND stream = 'market-epochs'
         AND type IN ('EpochCommitted', 'EpochRevealed') ORDER BY version DESC LIMIT 4000`,
    );
    const seeds = new Map<number, string>();
    const views: EpochView[] = [];
    const now = this.clock.now();
    for (const { type, schema, data } of rows) {
      const fact = upcast(type, schema, JSON.parse(data)).data;
      if (type === 'EpochRevealed') {
        const revealed = fact as EpochRevealed;
        seeds.set(revealed.epoch, revealed.seed);
        continue;
      }
      const committed = fact as EpochCommitted;
      if (before !== undefined && committed.epoch >= before) continue;
      const seed = seeds.get(committed.epoch) ?? null;
      const { epoch, startsAt, endsAt, lateMs, commitment, beacon, entropy } = committed;
      const status = seed !== null ? 'revealed' : startsAt <= now ? 'running' : 'committed';
      const times = { epoch, startsAt, endsAt, lateMs };
      views.push({ ...times, commitment, beacon, ...beaconFacts(entropy), seed, status });
      if (views.length === limit) break;
    }
    return views;
  }
}

function unknown(symbol: string): Refusal {
  return refuse('market.symbol-unknown', { symbol });
}
