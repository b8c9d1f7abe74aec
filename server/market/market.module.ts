import { join } from 'node:path';
import {
  Global,
  Inject,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { ServerConfig } from '../config/config.js';
import type { Clock } from '../core/clock.js';
import { Commands } from '../core/command.js';
import { CLOCK, CONFIG, EVENT_STORE, INDEX_PRICES, SPOT_MARKET, WRITERS, PRICE_SOURCE } from '../core/tokens.js';
import { projectRoot } from '../edge/project-root.js';
import { LiveSources } from '../edge/socket/live-source.js';
import type { EventStore } from '../engine/history/event-store.js';
import { HousePolicies } from '../features/policy/house-policies.js';
import type { Writers } from '../engine/writer/writers.js';
import { MarketOverviewController } from './market-overview.controller.js';
import { MarketController } from './market.controller.js';
import { EpochKeeper } from './runtime/epoch-keeper.js';
import { MarketDesk } from './runtime/market-desk.js';
import { MarketOverviewQuery } from './runtime/market-overview.query.js';
import { MarketQuery } from './runtime/market.query.js';
import { SeedVault } from './runtime/seed-vault.js';

const HOUR_MS = 3_600_000;

@Global()
@Module({
  controllers: [MarketController, MarketOverviewController],
  providers: [
    {
      provide: MarketDesk,
      inject: [WRITERS, Commands, HousePolicies, CLOCK, CONFIG, LiveSources],
      useFactory: (
        writers: Writers,
        commands: Commands,
        policies: HousePolicies,
        clock: Clock,
        config: ServerConfig,
        sources: LiveSources,
      ) => {
        const vault = new SeedVault(config.dataDir);
        const epochs = new EpochKeeper(writers, commands, vault, clock, config.marketEpochHours * HOUR_MS);
        const seedsFolder = join(projectRoot, 'seeds');
        const log = new Logger('Market');
        const replaysFolder = join(config.dataDir, 'replays');
        const folders = { seedsFolder, replaysFolder };
        return new MarketDesk({ writers, commands, policies, epochs, clock, sources, ...folders, log, beats: true });
      },
    },
    { provide: SPOT_MARKET, useExisting: MarketDesk },
    { provide: PRICE_SOURCE, useExisting: MarketDesk },
    { provide: INDEX_PRICES, useExisting: MarketDesk },
    {
      provide: MarketQuery,
      inject: [MarketDesk, EVENT_STORE, CLOCK],
      useFactory: (desk: MarketDesk, store: EventStore, clock: Clock) => new MarketQuery(desk, store, clock),
    },
    {
      provide: MarketOverviewQuery,
      inject: [MarketDesk, MarketQuery, HousePolicies, EVENT_STORE, CLOCK],
      useFactory: (desk: MarketDesk, query: MarketQuery, policies: HousePolicies, store: EventStore, clock: Clock) =>
        new MarketOverviewQuery(desk, query, policies, store, clock),
    },
  ],
  exports: [MarketDesk, SPOT_MARKET, PRICE_SOURCE, INDEX_PRICES],
})
export class MarketModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(MarketDesk) private readonly desk: MarketDesk) {}

  async onModuleInit(): Promise<void> {
    await this.desk.check();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.desk.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.desk.stop();
  }
}
