import { Injectable } from '@nestjs/common';
import { format } from '../../../shared/money.js';
import { startOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import { FundPrices, type HoldingAction } from '../../core/ports/fund-prices.js';
import { MarketService } from '../runtime/market.service.js';
import { keyOf } from '../simulator/chacha.js';
import { epochOf } from '../simulator/epochs.js';
import { UnknownEpochError } from '../simulator/key-ring.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import { isDrawn } from './fund-draw.js';
import { lastClose } from './last-close.js';

const DAY_MS = 86_400_000;

const symbolOf = (asset: string): string => `${asset}USDT`;

/** By fundamental prices, which no user moves. */
@Injectable()
export class MarketFundPrices extends FundPrices {
  constructor(private readonly markets: MarketService) {
    super();
  }

  has(asset: string): boolean {
    return this.market().has(symbolOf(asset));
  }

  closeAt(asset: string, at: Instant): Instant | undefined {
    const market = this.market();
    const symbol = symbolOf(asset);
    return market.has(symbol) ? lastClose((when) => market.calendarHours(symbol, when), at) : undefined;
  }

  priceOf(asset: string, closeAt: Instant): string | undefined {
    const market = this.market();
    if (closeAt > market.parts.launchAt && !this.markets.isPromised(closeAt - 1))
      throw new UnknownEpochError(this.epochAt(closeAt - 1));
    const price = market.priceUsdt(asset, closeAt - 1);
    return price === null || market.lifeOf(symbolOf(asset), closeAt - 1) === 'coming' ? undefined : format(price);
  }

  actions(asset: string, after: Instant, until: Instant): readonly HoldingAction[] {
    return this.market().actionsBetween(symbolOf(asset), after, until);
  }

  pastPrice(asset: string, at: Instant): string | undefined {
    const market = this.market();
    const symbol = symbolOf(asset);
    if (at < PREHISTORY_STARTS_AT || !market.has(symbol) || at < market.beginsAt(symbol)) return undefined;
    return market.price(symbol, market.priceTicks(symbol, at));
  }

  epochAt(at: Instant): number {
    return epochOf(at, this.market().parts.epochMs);
  }

  /** Not the date on which the market was launched: its 00:00 has no seed. */
  isRebalancing(level: string, date: string, oneIn: number): boolean {
    if (startOf(date) < this.market().parts.launchAt) return false;
    const epoch = this.epochAt(startOf(date));
    const seed = this.market().parts.seedOf(epoch);
    if (seed === undefined) throw new UnknownEpochError(epoch);
    return isDrawn(keyOf(seed), level, startOf(date) / DAY_MS, oneIn);
  }

  /** A timer may be due before the market has opened: then it is tried again. */
  private market() {
    if (!this.markets.isOpen) throw new UnknownEpochError(0);
    return this.markets.open.market;
  }
}
