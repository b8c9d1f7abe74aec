import { Injectable } from '@nestjs/common';
import { listingInstant } from '../../../contracts/listing.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { amount } from '../../../shared/money.js';
import {
  WatchedPrices,
  type WatchedCandle,
  type WatchedInstrument,
  type WatchedScale,
  type WatchedSpan,
} from '../../core/ports/watched-prices.js';
import { BoundedMap } from '../../core/bounded-map.js';
import { EventStore } from '../../engine/history/event-store.js';
import { FlowedSource } from '../flow-offset/flowed-source.js';
import type { MarketSource } from '../simulator/market-source.js';
import { withParts } from '../simulator/relations.js';
import { specBefore } from './catalogue-source.js';
import { modelOf } from './market-model.js';
import { MarketService } from './market.service.js';

/** Models of one instrument each that are kept. */
const PAST_MAX = 32;

/** The index price of a realm and its candles, which anybody recomputes; a trade alone moves neither. */
@Injectable()
export class MarketWatchedPrices extends WatchedPrices {
  /** By symbol and the instant until which they held. A standstill over an action needs one, for as long as it is caught up. */
  private readonly past = new BoundedMap<string, Promise<MarketSource>>(PAST_MAX);

  constructor(
    private readonly markets: MarketService,
    private readonly store: EventStore,
  ) {
    super();
  }

  instrument(symbol: string, at: number): WatchedInstrument | undefined {
    const { market } = this.markets.open;
    if (!market.has(symbol)) return undefined;
    const { base, quote, tickSize, listedAt } = market.spec(symbol);
    const isListed = listedAt === null || (listingInstant(listedAt) ?? 0) <= at;
    return { base, quote, tick: amount(tickSize), state: isListed ? market.lifeOf(symbol, at) : 'coming' };
  }

  ticks(realm: TradingRealm, symbol: string, at: number): number {
    return this.markets.open.market.in(realm).priceTicks(symbol, at);
  }

  candles(realm: TradingRealm, symbol: string, { period, ...range }: WatchedSpan): readonly WatchedCandle[] {
    return this.markets.open.market.in(realm).rawCandles(symbol, period, range);
  }

  scaleAt(realm: TradingRealm, symbol: string, at: number): WatchedScale {
    const { market } = this.markets.open;
    const to = market.exAt(symbol) === 0 ? Infinity : market.sinceThen(symbol).find((since) => at < since.to)?.to;
    if (to === undefined || to >= Number.MAX_SAFE_INTEGER)
      return { until: Infinity, candles: () => Promise.resolve((span) => this.candles(realm, symbol, span)) };
    return {
      until: to,
      candles: async () => {
        const source = await this.sourceUntil(symbol, to);
        const offsets = this.markets.open.market.in(realm).parts.moved?.offsets;
        const moved = offsets === undefined ? source : new FlowedSource(source, offsets);
        return ({ period, ...range }) => moved.candles(symbol, period, range);
      },
    };
  }

  isUnderWay(symbol: string): boolean {
    return this.markets.open.market.parts.actions.isUnderWay(symbol);
  }

  private sourceUntil(symbol: string, until: number): Promise<MarketSource> {
    const key = `${symbol} ${until}`;
    const known = this.past.get(key);
    if (known !== undefined) return known;
    const made = this.madeUntil(symbol, until);
    this.past.set(key, made);
    made.catch(() => this.past.delete(key));
    return made;
  }

  /** From the version that the action of an instant replaced, before any trade of users; with all that the price is a function of. */
  private async madeUntil(symbol: string, until: number): Promise<MarketSource> {
    const { market } = this.markets.open;
    const { actions, calendars, launchAt, epochMs, ...parts } = market.parts;
    const spec = await specBefore(this.store, symbol, actions.versionFrom(symbol, until) ?? 0);
    const specs = withParts([spec], (base) => market.spec(`${base}USDT`));
    const seedOf = (epoch: number): string | undefined => parts.seedOf(epoch);
    return modelOf({ specs, calendars, launchAt, epochMs, seedOf, replays: [], endings: new Map() });
  }
}
