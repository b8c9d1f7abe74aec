import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type {
  BookHashView,
  BookView,
  getBookQuery,
  getTradesQuery,
  MarkPriceView,
  PublicTradeView,
} from '../../../contracts/market.contract.js';
import { Clock } from '../../core/clock.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { beatOf, instantOf } from '../../market/book-market.js';
import { MarketService } from '../../market/runtime/market.service.js';
import { TradingService } from './trading.service.js';

/** What everybody may see of the books. */
@Injectable()
export class PublicBooksQuery {
  constructor(
    private readonly market: MarketService,
    private readonly trading: TradingService,
    private readonly clock: Clock,
  ) {}

  book(realm: TradingRealm, { symbol, levels }: z.output<typeof getBookQuery>): Promise<BookView> | Refusal {
    const { books } = this.trading.open;
    return this.unknown(symbol) ?? books.view(realm, symbol, this.clock.now(), levels);
  }

  async bookHash(realm: TradingRealm, symbol: string): Promise<BookHashView | Refusal> {
    const { books } = this.trading.open;
    return this.unknown(symbol) ?? { symbol, realm, ...(await books.hash(realm, symbol)) };
  }

  async markPrice(realm: TradingRealm, symbol: string): Promise<MarkPriceView | Refusal> {
    const unknown = this.unknown(symbol);
    if (unknown !== undefined) return unknown;
    const view = await this.trading.open.books.markPrice(realm, symbol, this.clock.now());
    return { ...view, positionLimitUsdt: `${this.market.positionLimitUsdt(symbol)}` };
  }

  trades(realm: TradingRealm, { symbol, before, limit }: z.output<typeof getTradesQuery>): PublicTradeView[] | Refusal {
    const now = this.clock.now();
    const { trades } = this.trading.open;
    return (
      this.unknown(symbol) ??
      trades.page(realm, symbol, Math.min(before ?? now + 1, now + 1), limit, instantOf(beatOf(now)))
    );
  }

  private unknown(symbol: string): Refusal | undefined {
    const isKnown = this.trading.open.products.named(symbol)?.market.has(symbol) ?? false;
    return isKnown ? undefined : refuse('market.symbol-unknown', { symbol });
  }
}
