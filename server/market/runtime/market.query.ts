import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type {
  CandlesView,
  CurrencyView,
  EpochView,
  getCandlesQuery,
  getEpochsQuery,
  getInstrumentsQuery,
  getTickersQuery,
  InstrumentView,
  MarketSessionsView,
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
import { periodStart, type Period } from '../simulator/periods.js';
import { MarketService } from './market.service.js';
import { inSlices } from './ticker-board.js';

/** Values of assets that are held, in lists. */
const CURRENCIES_MS = 2_000;

/** Reads of market data. */
@Injectable()
export class MarketQuery {
  private assets: { at: number; list: Promise<CurrencyView[]> } | undefined;

  constructor(
    private readonly markets: MarketService,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  instruments({ symbols, hot }: z.output<typeof getInstrumentsQuery>): InstrumentView[] | Refusal {
    const { market } = this.markets.open;
    const wanted = symbols === undefined ? market.symbols() : [...new Set(symbols.split(','))].filter(Boolean);
    const missing = wanted.find((symbol) => !market.has(symbol));
    if (missing !== undefined) return unknown(missing);
    const now = this.clock.now();
    return wanted
      .filter((symbol) => hot === undefined || market.spec(symbol).hot)
      .map((symbol) => market.view(symbol, now));
  }

  sessions(): MarketSessionsView {
    const { market } = this.markets.open;
    const now = this.clock.now();
    const calendars = new Map<string, MarketSessionsView['calendars'][number]>();
    const symbols: MarketSessionsView['symbols'] = [];
    for (const symbol of market.symbols()) {
      const { calendar, ...state } = market.view(symbol, now).session;
      const usual = calendars.get(calendar);
      // Pauses and price limits are of one instrument, and no state of its calendar.
      const isUsual = state.pause === null && state.priceLimits === null;
      if (usual === undefined && isUsual) calendars.set(calendar, { calendar, ...state });
      else if (usual === undefined || !isUsual || !isAs(usual, state)) symbols.push({ symbol, ...state });
    }
    return { calendars: [...calendars.values()], symbols };
  }

  instrument(symbol: string): InstrumentView | Refusal {
    const { market } = this.markets.open;
    return market.has(symbol) ? market.view(symbol, this.clock.now()) : unknown(symbol);
  }

  /** Prices of thousands of assets, shared for some seconds. */
  currencies(): Promise<CurrencyView[]> {
    const now = this.clock.now();
    if (this.assets === undefined || !isFresh(this.assets.at, now, CURRENCIES_MS)) {
      this.assets = { at: now, list: this.currenciesAt(now) };
    }
    return this.assets.list;
  }

  private async currenciesAt(now: number): Promise<CurrencyView[]> {
    const { market } = this.markets.open;
    const decimals = 8;
    const usdt: CurrencyView = {
      currency: 'USDT',
      name: 'Tether USD',
      class: 'stablecoin',
      decimals,
      priceUsdt: '1',
      symbol: null,
    };
    const others = await inSlices(market.symbols(), (symbol): CurrencyView => {
      const { base: currency, name, class: kind } = market.spec(symbol);
      const price = market.priceUsdt(currency, now);
      return { currency, name, class: kind, decimals, priceUsdt: price === null ? null : format(price), symbol };
    });
    return [usdt, ...others];
  }

  async tickers(realm: TradingRealm, input: z.output<typeof getTickersQuery>): Promise<TickerView[] | Refusal> {
    const { market, tickers, board } = this.markets.open;
    const fits = (symbol: string): boolean => input.class === undefined || market.spec(symbol).class === input.class;
    if (input.symbols === undefined) return board.of(realm, market.symbols().filter(fits));
    const wanted = [...new Set(input.symbols.split(','))].filter(Boolean);
    const missing = wanted.find((symbol) => !market.has(symbol));
    if (missing !== undefined) return unknown(missing);
    const now = this.clock.now();
    return inSlices(wanted.filter(fits), (symbol) => tickers.ticker(realm, symbol, now));
  }

  async candles(
    realm: TradingRealm,
    { symbol, period, before, limit }: z.output<typeof getCandlesQuery>,
  ): Promise<CandlesView | Refusal> {
    const { market, candles } = this.markets.open;
    if (!market.has(symbol)) return unknown(symbol);
    const beginsAt = market.beginsAt(symbol);
    const first = periodStart(period, Math.floor(beginsAt / 1000)) * 1000;
    if (this.clock.now() < beginsAt) return refuse('market.not-listed', { symbol, listsAt: beginsAt });
    if (before !== undefined && before <= first) return refuse('market.before-listing', { symbol, beginsAt });
    const { delistedAt } = market.spec(symbol);
    if (before !== undefined && delistedAt !== undefined && isAfter(period, before, delistedAt))
      return refuse('market.after-delisting', { symbol, delistedAt });
    const rows = await candles.before(realm, { symbol, period, before, limit });
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

/** Whether even the last candle before an instant begins after the delisting. */
function isAfter(period: Period, beforeMs: number, delistedAt: number): boolean {
  return periodStart(period, Math.floor((beforeMs - 1) / 1000)) * 1000 >= delistedAt;
}

type State = Omit<MarketSessionsView['symbols'][number], 'symbol'>;

const isAs = (a: State, b: State): boolean =>
  (['phase', 'nextChangeAt', 'callAt', 'closingAuctionAt', 'cutOffAt'] as const).every((name) => a[name] === b[name]);

function unknown(symbol: string): Refusal {
  return refuse('market.symbol-unknown', { symbol });
}
