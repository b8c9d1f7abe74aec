import { Module, type OnModuleInit } from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { MarketModule } from '../../market/market.module.js';
import { WatchlistController } from './watchlist.controller.js';
import { WatchlistService } from './watchlist.service.js';

/** A person's lists of instruments, each with its own columns. */
@Module({
  imports: [MarketModule],
  controllers: [WatchlistController],
  providers: [WatchlistService],
})
export class WatchlistModule implements OnModuleInit {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly service: WatchlistService,
  ) {}

  onModuleInit(): void {
    // Names stand sealed in the history, so forgetting the person's key is enough.
    this.holdings.register({
      name: 'watchlists',
      tables: [],
      export: (userId) => this.service.view({ realm: 'real', userId }),
    });
  }
}
