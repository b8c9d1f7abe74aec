import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ServerConfig } from '../config/config.js';
import { CONFIG, EVENT_STORE, PG_POOL } from '../core/tokens.js';
import { openPool } from './database.js';
import { EventStore } from './event-store.js';

@Global()
@Module({
  providers: [
    {
      provide: PG_POOL,
      inject: [CONFIG],
      useFactory: (config: ServerConfig) => openPool(config.databaseUrl, config.databasePoolSize),
    },
    { provide: EVENT_STORE, inject: [PG_POOL], useFactory: (pool: Pool) => new EventStore(pool) },
  ],
  exports: [PG_POOL, EVENT_STORE],
})
export class EventStoreModule implements OnApplicationShutdown {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** After the writers, which close in `beforeApplicationShutdown`. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
