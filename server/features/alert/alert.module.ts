import {
  Global,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { MarketModule } from '../../market/market.module.js';
import { PriceLevels } from '../../core/ports/price-levels.js';
import { AlertSplits } from './alert-splits.js';
import { AlertController } from './alert.controller.js';
import { AlertQuery } from './alert.query.js';
import { AlertService } from './alert.service.js';
import { AlertWatcher } from './alert.watcher.js';

/** Price alerts: set by people, watched beside the trading path, told by messages. The market opens before the watcher starts. */
@Global()
@Module({
  imports: [MarketModule],
  controllers: [AlertController],
  providers: [AlertQuery, AlertService, AlertWatcher, { provide: PriceLevels, useClass: AlertSplits }],
  exports: [PriceLevels],
})
export class AlertModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly query: AlertQuery,
    private readonly watcher: AlertWatcher,
  ) {}

  onModuleInit(): void {
    // Notes stand sealed in the history, so forgetting the person's key is enough.
    this.holdings.register({ name: 'alerts', tables: ['alerts'], export: (userId) => this.query.export(userId) });
  }

  onApplicationBootstrap(): void {
    this.watcher.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.watcher.stop();
  }
}
