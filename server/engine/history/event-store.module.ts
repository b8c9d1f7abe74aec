import {
  Global,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Pool } from 'pg';
import type { ServerConfig } from '../../config/config.js';
import type { Clock } from '../../core/clock.js';
import { CLOCK, CONFIG, EVENT_STORE, PG_POOL } from '../../core/tokens.js';
import { CheckpointKey } from './checkpoint-key.js';
import { CheckpointSigner } from './checkpoints.js';
import { openPool } from './database.js';
import { EventStore } from './event-store.js';

/** Three hold the realms; the others are for what an order looks up, so that it waits for no reader's connection. */
const TRADING_CONNECTIONS = 8;

@Global()
@Module({
  providers: [
    {
      provide: PG_POOL,
      inject: [CONFIG],
      useFactory: (config: ServerConfig) => openPool(config.databaseUrl, config.databasePoolSize),
    },
    {
      provide: EVENT_STORE,
      inject: [CONFIG],
      useFactory: (config: ServerConfig) => new EventStore(openPool(config.databaseUrl, TRADING_CONNECTIONS)),
    },
    {
      provide: CheckpointSigner,
      inject: [PG_POOL, EVENT_STORE, CLOCK, CONFIG],
      useFactory: (pool: Pool, store: EventStore, clock: Clock, config: ServerConfig) => {
        const key = CheckpointKey.open(config.dataDir);
        return new CheckpointSigner({ pool, store, key, clock, log: new Logger('Checkpoints') });
      },
    },
  ],
  exports: [PG_POOL, EVENT_STORE],
})
export class EventStoreModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CheckpointSigner) private readonly signer: CheckpointSigner,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.signer.start();
  }

  /** After the writers, which close in `beforeApplicationShutdown`: the last checkpoint covers all they wrote. */
  async onApplicationShutdown(): Promise<void> {
    await this.signer.stop();
    await Promise.all([this.pool.end(), this.store.pool.end()]);
  }
}
