import {
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BookBeats } from '../core/ports/book-beats.js';
import { DayTrades } from '../core/ports/day-trades.js';
import { MarketModule } from '../market/market.module.js';
import { PublicBooksController } from './public-books.controller.js';
import { PublicBooksQuery } from './runtime/public-books.query.js';
import { TradingService } from './runtime/trading.service.js';
import { BOOK_KINDS } from './venue/book-kinds.js';
import type { BookKind } from './venue/book.state.js';

/** Runs the books. It starts when the market is open, because Nest starts the modules that it imports first. */
@Module({
  imports: [MarketModule],
  controllers: [PublicBooksController],
  providers: [
    TradingService,
    PublicBooksQuery,
    { provide: BookBeats, useExisting: TradingService },
    { provide: DayTrades, useExisting: TradingService },
  ],
  exports: [BookBeats, DayTrades],
})
export class TradingModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  static with(kinds: readonly BookKind[]): DynamicModule {
    const given = { provide: BOOK_KINDS, useValue: kinds };
    return { module: TradingModule, global: true, providers: [given], exports: [BOOK_KINDS] };
  }

  constructor(private readonly trading: TradingService) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.trading.start();
  }

  beforeApplicationShutdown(): void {
    this.trading.stop();
  }
}
