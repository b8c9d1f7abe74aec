import { Injectable } from '@nestjs/common';
import { listingInstant } from '../../../contracts/listing.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { amount } from '../../../shared/money.js';
import {
  WatchedPrices,
  type WatchedCandle,
  type WatchedInstrument,
  type WatchedPeriod,
} from '../../core/ports/watched-prices.js';
import { MarketService } from './market.service.js';

/** The index price of a realm and its candles, which anybody recomputes; a trade alone moves neither. */
@Injectable()
export class MarketWatchedPrices extends WatchedPrices {
  constructor(private readonly markets: MarketService) {
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

  candles(
    realm: TradingRealm,
    symbol: string,
    { period, ...range }: { period: WatchedPeriod; fromMs: number; toMs: number },
  ): readonly WatchedCandle[] {
    return this.markets.open.market.in(realm).rawCandles(symbol, period, range);
  }
}
